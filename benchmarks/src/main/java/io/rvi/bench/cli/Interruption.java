package io.rvi.bench.cli;

import io.rvi.bench.experiment.Findings;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Section;
import java.util.function.Supplier;

/**
 * Keeps the partial bundle when the process is told to end (Ctrl-C): writes what was found so far
 * and leaves the bundle marked. The lab ends its processes by a hook of its own.
 */
final class Interruption {
  private final Terminal terminal;
  private final BundleWriter writer;
  private final Supplier<Findings> findings;
  private final RunProgress progress;
  private final WorkPlace workPlace;
  private final Thread hook;
  private volatile boolean happened;

  Interruption(
      Terminal terminal,
      BundleWriter writer,
      Supplier<Findings> findings,
      RunProgress progress,
      WorkPlace workPlace) {
    this.terminal = terminal;
    this.writer = writer;
    this.findings = findings;
    this.progress = progress;
    this.workPlace = workPlace;
    this.hook = new Thread(this::keep, "keep-partial-bundle");
  }

  void arm() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the run came to its end without being interrupted. */
  boolean disarm() {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook) && !happened;
    } catch (IllegalStateException e) {
      return false; // the process is ending, so the hook runs or ran
    }
  }

  private void keep() {
    happened = true;
    progress.silence();
    try {
      writer.add(Section.RAW, "findings.json", RunJson.write(findings.get()));
      writer.abandon("it was interrupted");
      terminal.say("");
      terminal.complain("interrupted; the partial bundle is kept, marked: " + writer.directory());
    } catch (BundleException | RuntimeException e) {
      terminal.complain("interrupted; the bundle is kept as it was left: " + e.getMessage());
    }
    workPlace.closeOnceEmpty();
  }
}
