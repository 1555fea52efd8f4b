package io.rvi.bench.cli;

import io.rvi.bench.experiment.Progress;
import io.rvi.bench.experiment.Step;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Tells on standard error how a run goes on: a bar on a terminal, and a line for each step. */
final class RunProgress implements Progress, AutoCloseable {
  /** Clears what the bar left on the present line. */
  private static final String CLEAR_LINE = "\r\u001b[K";

  private static final int REFRESH_MS = 500;

  private final Terminal terminal;

  /** Null until the number of steps is known, and where no person watches. */
  private @Nullable ProgressBar bar;

  private int number;
  private int of;
  private volatile boolean silent;

  RunProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void began(Step step, int number, int of) {
    this.number = number;
    this.of = of;
    if (silent || !terminal.isInteractive()) {
      return;
    }
    ProgressBar current = bar;
    if (current == null) {
      current =
          new ProgressBarBuilder()
              .setTaskName("rvi")
              .setInitialMax(of)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REFRESH_MS)
              .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), terminal.columns() - 1))
              .build();
      bar = current;
    }
    current.setExtraMessage(step.name());
  }

  @Override
  public void ended(Step step, String summary) {
    if (silent) {
      return;
    }
    say(String.format(Locale.ROOT, "[%2d/%d] %s: %s", number, of, step.name(), summary));
    if (bar != null) {
      bar.stepTo(number);
    }
  }

  /** Says a line of something that is no step. */
  void say(String line) {
    if (!silent) {
      String clear = terminal.isInteractive() ? CLEAR_LINE : "";
      terminal.say(clear + line.replaceAll("\\p{Cntrl}", " "));
    }
  }

  /** Says nothing more, whatever happens: the run was interrupted. */
  void silence() {
    silent = true;
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
