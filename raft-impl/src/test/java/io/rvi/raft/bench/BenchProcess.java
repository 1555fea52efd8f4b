package io.rvi.raft.bench;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.raft.RaftBackend;
import io.rvi.raft.config.RaftSettings;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClient;

/**
 * One process of a cell: {@code node VARIANT PORTS DIR ID}, which runs until its input ends, or
 * {@code client VARIANT PORTS WARMUP_S MEASURE_S}, which prints {@code p50us p99us perSecond
 * count}.
 */
final class BenchProcess {
  private static final int PAYLOAD_BYTES = 100;
  private static final int SAMPLES_MAX = 4_000_000;

  private BenchProcess() {}

  /** Runs a node or a client. */
  public static void main(String[] arguments) throws Exception {
    Variant variant = Variant.decode(arguments[1]);
    List<Endpoint> nodes = Arrays.stream(arguments[2].split(",", -1)).map(Endpoint::parse).toList();
    if (arguments[0].equals("node")) {
      runNode(variant, nodes, Path.of(arguments[3]), Integer.parseInt(arguments[4]));
    } else {
      runClient(variant, nodes, Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
    }
    System.exit(0);
  }

  private static void runNode(Variant variant, List<Endpoint> nodes, Path dir, int id)
      throws Exception {
    AutoCloseable node =
        variant.bare()
            ? BareRatis.start(variant, id, nodes, dir)
            : new RaftBackend()
                .startNode(
                    new NodeSpec(
                        "bench",
                        new NodeId(id),
                        nodes.get(id - 1),
                        byId(nodes),
                        dir,
                        Map.of(),
                        settings(variant)));
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until whoever started this process ends, or closes the pipe.
    }
    Runtime.getRuntime().halt(node == null ? 1 : 0);
  }

  private static void runClient(Variant variant, List<Endpoint> nodes, int warmUpS, int measureS)
      throws Exception {
    byte[] payload = new byte[PAYLOAD_BYTES];
    if (variant.bare()) {
      try (RaftClient client = BareRatis.client(variant, nodes)) {
        measure(variant.window(), () -> BareRatis.append(client, payload), warmUpS, measureS);
      }
      return;
    }
    try (LogClient client =
        new RaftBackend()
            .connect(new ClientSpec("bench", "bench", byId(nodes), settings(variant)))) {
      client.createTopic("t", 1, nodes.size()).get();
      ReplicatedLog log = client.open("t", 0);
      measure(variant.window(), () -> log.append(payload), warmUpS, measureS);
    }
  }

  private static void measure(
      int window, Supplier<CompletableFuture<?>> append, int warmUpS, int measureS)
      throws Exception {
    long[] samples = new long[SAMPLES_MAX];
    run(window, append, warmUpS, samples);
    System.out.println("warm");
    System.out.flush();
    long start = System.nanoTime();
    int count = run(window, append, measureS, samples);
    double seconds = (System.nanoTime() - start) / 1e9;
    Arrays.sort(samples, 0, count);
    System.out.printf(
        Locale.ROOT,
        "result %.1f %.1f %.1f %d%n",
        samples[count / 2] / 1e3,
        samples[(int) (count * 0.99)] / 1e3,
        count / seconds,
        count);
    System.out.flush();
  }

  private static int run(
      int window, Supplier<CompletableFuture<?>> append, int seconds, long[] samples)
      throws Exception {
    Semaphore room = new Semaphore(window);
    AtomicLong done = new AtomicLong();
    AtomicLong failed = new AtomicLong();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      room.acquire();
      long sent = System.nanoTime();
      var unused =
          append
              .get()
              .whenComplete(
                  (reply, failure) -> {
                    int slot = (int) done.getAndIncrement();
                    if (failure != null) {
                      failed.incrementAndGet();
                    }
                    if (slot < samples.length) {
                      samples[slot] = System.nanoTime() - sent;
                    }
                    room.release();
                  });
    }
    room.acquire(window);
    if (failed.get() > 0) {
      throw new IllegalStateException(failed + " of " + done + " appends failed");
    }
    return (int) Math.min(done.get(), samples.length);
  }

  private static Settings settings(Variant variant) {
    return Settings.resolve(RaftSettings.all(), variant.settings());
  }

  private static Map<NodeId, Endpoint> byId(List<Endpoint> nodes) {
    Map<NodeId, Endpoint> byId = new TreeMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      byId.put(new NodeId(i + 1), nodes.get(i));
    }
    return byId;
  }
}
