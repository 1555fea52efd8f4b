package io.rvi.bench.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.Main;

/**
 * JMH's own command line, with the recorder's figures among the results, and with an exit code that
 * tells when a benchmark failed.
 */
public final class BenchmarksMain {
  private BenchmarksMain() {}

  /**
   * Runs JMH.
   *
   * @param args JMH's options; {@code -h} shows them
   * @throws IOException when JMH can't read its list of benchmarks
   */
  public static void main(String[] args) throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    all.add("-prof");
    all.add(TrialFigures.class.getName());
    if (!all.contains("-foe")) {
      all.add("-foe");
      all.add("true");
    }
    Main.main(all.toArray(String[]::new));
  }
}
