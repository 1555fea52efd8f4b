package io.rvi.bench.lab.link;

import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.distribution.LogNormalDistribution;

/**
 * Measures what a link costs and how true its delays are: closed-loop round trips of 100 bytes
 * between blocking sockets, each variant in turn over several rounds, so that the host's moods fall
 * on all alike. Run by hand; prints microseconds.
 */
public final class LinkMeasurement {
  private static final int ROUNDS = 8;
  private static final int TRIPS = 1_000;
  private static final int BYTES = 100;

  private LinkMeasurement() {}

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    try (EchoServer echo = new EchoServer();
        Network network = new Network(1)) {
      Map<String, Endpoint> variants = new LinkedHashMap<>();
      variants.put("direct", echo.endpoint());
      variants.put("plain", link(network, echo, LinkShape.PLAIN));
      variants.put("1ms", link(network, echo, LinkShape.delayed(Delay.parse("1ms"))));
      variants.put("5ms", link(network, echo, LinkShape.delayed(Delay.parse("5ms"))));
      Delay lognormal = Delay.parse("lognormal(1ms, 0.5)");
      variants.put("lognormal", link(network, echo, LinkShape.delayed(lognormal)));
      Map<String, Histogram> results = new LinkedHashMap<>();
      Map<String, List<Long>> samples = new LinkedHashMap<>();
      for (int round = 0; round < ROUNDS; round++) {
        for (Map.Entry<String, Endpoint> variant : variants.entrySet()) {
          long[] trips = measure(variant.getValue());
          if (round > 0) {
            Histogram histogram =
                results.computeIfAbsent(variant.getKey(), key -> new Histogram(3));
            Arrays.stream(trips).forEach(histogram::recordValue);
            List<Long> all = samples.computeIfAbsent(variant.getKey(), key -> new ArrayList<>());
            Arrays.stream(trips).forEach(all::add);
          }
        }
      }
      results.forEach(
          (name, histogram) ->
              System.out.printf(
                  "%-10s p50 %8.1f  p99 %8.1f  max %8.1f us%n",
                  name,
                  histogram.getValueAtPercentile(50) / 1e3,
                  histogram.getValueAtPercentile(99) / 1e3,
                  histogram.getMaxValue() / 1e3));
      double baseline = Objects.requireNonNull(results.get("plain")).getValueAtPercentile(50);
      System.out.printf(
          "lognormal: Kolmogorov-Smirnov distance %.4f%n",
          distance(Objects.requireNonNull(samples.get("lognormal")), baseline));
    }
  }

  private static double distance(List<Long> trips, double baselineNs) {
    LogNormalDistribution expected = new LogNormalDistribution(Math.log(1e6), 0.5);
    long[] sorted = trips.stream().mapToLong(Long::longValue).sorted().toArray();
    double worst = 0;
    for (int i = 0; i < sorted.length; i++) {
      double cumulative = expected.cumulativeProbability(Math.max(0, sorted[i] - baselineNs));
      worst = Math.max(worst, Math.abs(cumulative - (i + 0.5) / sorted.length));
    }
    return worst;
  }

  private static Endpoint link(Network network, EchoServer echo, LinkShape shape) throws Exception {
    Link link = network.link("measured", EchoServer.freeEndpoint(), echo.endpoint());
    link.shape(Direction.FORWARD, shape);
    return link.listen();
  }

  private static long[] measure(Endpoint endpoint) throws IOException {
    byte[] payload = new byte[BYTES];
    long[] trips = new long[TRIPS];
    try (Socket socket = EchoServer.dial(endpoint)) {
      for (int i = 0; i < TRIPS; i++) {
        long startNs = System.nanoTime();
        socket.getOutputStream().write(payload);
        socket.getInputStream().readNBytes(BYTES);
        trips[i] = System.nanoTime() - startNs;
      }
    }
    return trips;
  }
}
