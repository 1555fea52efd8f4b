package io.rvi.bench.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.Main;

/**
 * JMH's own command line, with the recorder's figures among the results, and with an exit code that
 * tells when a benchmark failed.
 */
public final class BenchmarksMain {
  /** Exit code for arguments that cannot be used. */
  private static final int USAGE = 2;

  private BenchmarksMain() {}

  /**
   * Runs JMH.
   *
   * @param args JMH's options; {@code -h} shows them
   * @throws IOException when JMH can't read its list of benchmarks
   */
  public static void main(String[] args) throws IOException {
    Optional<String> complaint = MisspelledParam.in(Arrays.asList(args));
    if (complaint.isPresent()) {
      System.err.println("error: " + complaint.get());
      System.exit(USAGE);
    }
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
