package io.rvi.raft.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Interleaves forks of variants and prints each fork, then the ratio of each variant to the first
 * with its 95 % bootstrap interval over forks: {@code latency|saturation|settings FORKS WARMUP_S
 * MEASURE_S}.
 */
final class RaftBench {
  private static final int RESAMPLES = 10_000;
  private static final long SEED = 1;

  /** No elections while latency is measured, also where the machine is busy. */
  private static final Map<String, String> CALM =
      Map.of("failureDetection", "5s", "request.deadline", "60s");

  private final List<Variant> variants;
  private final Map<String, List<BenchFork.Result>> results = new LinkedHashMap<>();

  private RaftBench(List<Variant> variants) {
    this.variants = variants;
  }

  /** Runs a comparison. */
  public static void main(String[] arguments) throws IOException {
    RaftBench bench =
        new RaftBench(
            switch (arguments[0]) {
              case "latency" -> latency();
              case "saturation" -> saturation();
              case "settings" -> settings();
              default -> throw new IllegalArgumentException("no comparison " + arguments[0]);
            });
    bench.run(
        Integer.parseInt(arguments[1]),
        Integer.parseInt(arguments[2]),
        Integer.parseInt(arguments[3]));
  }

  private static Map<String, String> calm(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(CALM);
    all.putAll(settings);
    return all;
  }

  private static List<Variant> latency() {
    return List.of(
        Variant.bare("bare", 1, CALM),
        Variant.ours("rvi", 1, CALM),
        Variant.defaults("ratis-defaults", 1));
  }

  private static List<Variant> saturation() {
    return List.of(
        Variant.bare("bare", 512, CALM),
        Variant.ours("rvi-unbatched", 512, calm(Map.of("batchBytes", "1B", "inFlight", "512"))),
        Variant.ours("rvi-batched", 8_192, CALM));
  }

  private static List<Variant> settings() {
    List<Variant> variants = new ArrayList<>();
    variants.add(Variant.ours("ours", 1, CALM));
    for (String change :
        List.of(
            "raft.server.log.log-metadata.enabled=true",
            "raft.server.log.append-entries.compose.enabled=true",
            "raft.server.log.read.lock.enabled=true",
            "raft.server.log.appender.wait-time.min=0ms",
            "raft.server.log.preallocated.size=64MiB",
            "raft.grpc.server.heartbeat.channel=false",
            "flush=none",
            "flush=each")) {
      int equals = change.indexOf('=');
      variants.add(
          Variant.ours(
              change, 1, calm(Map.of(change.substring(0, equals), change.substring(equals + 1)))));
    }
    return variants;
  }

  private void run(int forks, int warmUpS, int measureS) throws IOException {
    for (int fork = 0; fork < forks; fork++) {
      List<Variant> order = new ArrayList<>(variants);
      if (fork % 2 == 1) {
        Collections.reverse(order);
      }
      for (Variant variant : order) {
        BenchFork.Result result = new BenchFork(variant, warmUpS, measureS).run();
        resultsOf(variant).add(result);
        print("fork %2d %-52s %s", fork + 1, variant.name(), result);
      }
    }
    variants.forEach(this::summarise);
  }

  private void summarise(Variant variant) {
    print(
        "%-52s p50 %s p99 %s rate %s cpu %s",
        variant.name(),
        ratio(variant, BenchFork.Result::p50Us),
        ratio(variant, BenchFork.Result::p99Us),
        ratio(variant, BenchFork.Result::perSecond),
        ratio(variant, BenchFork.Result::cpuUs));
  }

  /** Median over forks, and its ratio to the first variant's. */
  private String ratio(Variant variant, ToDoubleFunction<BenchFork.Result> metric) {
    double[] mine = values(variant, metric);
    double[] first = values(variants.get(0), metric);
    double[] ratios = new double[RESAMPLES];
    Random random = new Random(SEED);
    for (int i = 0; i < RESAMPLES; i++) {
      ratios[i] = median(resample(mine, random)) / median(resample(first, random));
    }
    Arrays.sort(ratios);
    return String.format(
        Locale.ROOT,
        "%.0f (x%.2f [%.2f, %.2f])",
        median(mine),
        median(mine) / median(first),
        ratios[RESAMPLES * 25 / 1_000],
        ratios[RESAMPLES * 975 / 1_000]);
  }

  private double[] values(Variant variant, ToDoubleFunction<BenchFork.Result> metric) {
    return resultsOf(variant).stream().mapToDouble(metric).toArray();
  }

  private List<BenchFork.Result> resultsOf(Variant variant) {
    return results.computeIfAbsent(variant.name(), name -> new ArrayList<>());
  }

  private static double[] resample(double[] values, Random random) {
    return Arrays.stream(values).map(v -> values[random.nextInt(values.length)]).toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static void print(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
