package io.rvi.bench.jmh;

import io.rvi.spi.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Looks for an option {@code -p name=value} whose name no benchmark has. JMH itself ignores such an
 * option and measures the default, which then passes for what was asked.
 */
final class MisspelledParam {
  private MisspelledParam() {}

  /**
   * The complaint about the first such option, or empty where all names are known.
   *
   * @param options JMH's options
   * @throws IOException when the list of benchmarks can't be read
   */
  static Optional<String> in(List<String> options) throws IOException {
    Set<String> known = known();
    for (int i = 0; i + 1 < options.size(); i++) {
      String name = options.get(i + 1).replaceAll("=.*", "").strip();
      if (options.get(i).equals("-p") && !known.contains(name)) {
        return Optional.of(
            "-p " + name + ": no benchmark has it" + Settings.suggestion(name, known));
      }
    }
    return Optional.empty();
  }

  private static Set<String> known() throws IOException {
    Set<String> names = new TreeSet<>();
    try (InputStream in = MisspelledParam.class.getResourceAsStream(BenchmarkList.BENCHMARK_LIST)) {
      if (in == null) {
        throw new IOException("no " + BenchmarkList.BENCHMARK_LIST + " on the class path");
      }
      for (BenchmarkListEntry entry : BenchmarkList.readBenchmarkList(in)) {
        names.addAll(entry.getParams().orElse(Map.of()).keySet());
      }
    }
    return names;
  }
}
