package io.rvi.bench.jmh;

import io.rvi.bench.experiment.Cell;
import io.rvi.spi.CommonSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The closed-loop append of a cell, driven by JMH: one client, one append after the other, in a
 * forked JVM on a cluster of its own. Stored as JMH's own JSON, for JMH's own tools.
 *
 * <p>Short: one fork of a few seconds, so its error is that of one cluster. Nodes run with the
 * lab's default JVM flags and ZooKeeper.
 */
public final class JmhCell {
  private static final int ITERATIONS = 3;
  private static final TimeValue ITERATION = TimeValue.seconds(1);

  private final Path work;
  private final int forks;

  /**
   * A place for them.
   *
   * @param work where clusters keep their data
   * @param forks fresh JVMs; 0 runs in this one, for tests: then nothing is isolated from what ran
   *     here before
   */
  public JmhCell(Path work, int forks) {
    this.work = work;
    this.forks = forks;
  }

  /**
   * Runs a cell.
   *
   * @param cell which
   * @param json where JMH writes its results
   * @param log where JMH writes what it would print
   * @return the score and its unit, in one line
   * @throws RunnerException when the benchmark failed; the log says why
   */
  public String run(Cell cell, Path json, Path log) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(AppendLatency.class.getName() + ".append") + "$")
            .param("backend", cell.backend())
            .param("replicas", Integer.toString(cell.replicas()))
            .param("recordBytes", Integer.toString(cell.recordBytes()))
            .param("flush", CommonSettings.FLUSH.type().writer().apply(cell.flush()))
            .param("topology", cell.topology().name().toLowerCase(Locale.ROOT))
            .param("dataDir", work.toString())
            .forks(forks)
            .warmupIterations(1)
            .warmupTime(ITERATION)
            .measurementIterations(ITERATIONS)
            .measurementTime(ITERATION)
            .shouldFailOnError(true)
            .resultFormat(ResultFormatType.JSON)
            .result(json.toString())
            .output(log.toString());
    if (!cell.settings().isEmpty()) {
      options.param("settings", settings(cell));
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    return results.stream()
        .map(RunResult::getPrimaryResult)
        .map(
            result ->
                String.format(
                    Locale.ROOT,
                    "%.1f %s over %d appends",
                    result.getScore(),
                    result.getScoreUnit(),
                    result.getSampleCount()))
        .collect(Collectors.joining("; "));
  }

  private static String settings(Cell cell) {
    return new TreeMap<>(cell.settings())
        .entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(ClusterParams.SETTING_END));
  }
}
