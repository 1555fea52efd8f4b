package io.rvi.raft.bench;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.LogRecord;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.raft.RaftBackend;
import io.rvi.raft.config.RaftSettings;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.Settings;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Kills and restarts node processes at random under load, then checks what was promised: {@code
 * NODES KILLS SEED}. Ends with exit code 0 when no acknowledged record was lost, none is there
 * twice, none that was said never to appear is there, each producer's are in order, and the
 * replicas' logs agree.
 */
final class KillCampaign {
  private static final String TOPIC = "t";
  private static final Variant NODE = Variant.ours("campaign", 1, Map.of());
  private static final long LEVEL_MAX_S = 120;

  private final int nodes;
  private final Random random;
  private final Path root;
  private final Map<NodeId, Endpoint> endpoints = new TreeMap<>();
  private final Map<NodeId, Process> running = new HashMap<>();

  private KillCampaign(int nodes, long seed) throws IOException {
    this.nodes = nodes;
    this.random = new Random(seed);
    this.root = Files.createTempDirectory("raft-campaign-");
    List<ServerSocket> sockets = new ArrayList<>();
    for (int id = 1; id <= nodes; id++) {
      ServerSocket socket = new ServerSocket(0);
      sockets.add(socket);
      endpoints.put(new NodeId(id), new Endpoint("127.0.0.1", socket.getLocalPort()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
  }

  /** Runs a campaign. */
  public static void main(String[] arguments) throws Exception {
    int kills = Integer.parseInt(arguments[1]);
    KillCampaign campaign =
        new KillCampaign(Integer.parseInt(arguments[0]), Long.parseLong(arguments[2]));
    boolean fine;
    try {
      fine = campaign.run(kills);
    } finally {
      campaign.running.values().forEach(Process::destroyForcibly);
      campaign.running.values().forEach(process -> process.onExit().join());
      try (Stream<Path> tree = Files.walk(campaign.root)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    System.exit(fine ? 0 : 1);
  }

  private boolean run(int kills) throws Exception {
    for (NodeId node : endpoints.keySet()) {
      start(node);
    }
    try (LogClient first = connect("a");
        LogClient second = connect("b")) {
      first.createTopic(TOPIC, 1, nodes).get();
      List<CampaignProducer> producers =
          List.of(
              new CampaignProducer("a", first.open(TOPIC, 0)),
              new CampaignProducer("b", second.open(TOPIC, 0)));
      producers.forEach(CampaignProducer::start);
      int leaders = 0;
      for (int kill = 0; kill < kills; kill++) {
        leaders += killOne(first) ? 1 : 0;
      }
      for (CampaignProducer producer : producers) {
        producer.finish();
      }
      awaitLevel(first);
      System.out.println(kills + " kills, of leaders " + leaders);
      return check(first.open(TOPIC, 0), producers);
    }
  }

  /** Kills one node and starts it again; whether it led. */
  private boolean killOne(LogClient client) throws Exception {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
    Optional<NodeId> leader = client.describe(TOPIC).get().partitions().get(0).leader();
    List<NodeId> all = List.copyOf(endpoints.keySet());
    boolean atLeader = leader.isPresent() && random.nextBoolean();
    NodeId victim = atLeader ? leader.orElseThrow() : all.get(random.nextInt(all.size()));
    Process process = running.remove(victim);
    if (process == null) {
      throw new IllegalStateException(victim + " does not run");
    }
    process.destroyForcibly().onExit().join();
    TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000));
    start(victim);
    awaitLevel(client);
    return leader.isPresent() && leader.get().equals(victim);
  }

  private void awaitLevel(LogClient client) throws Exception {
    long mark = client.open(TOPIC, 0).highWatermark(Consistency.COMMITTED).get();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEVEL_MAX_S);
    while (true) {
      List<TopicDescription.ReplicaState> states =
          client.describe(TOPIC).get().partitions().get(0).replicaStates();
      if (states.size() == nodes && states.stream().allMatch(s -> s.highWatermark() >= mark)) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not level at " + mark + ": " + states);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean check(ReplicatedLog log, List<CampaignProducer> producers) throws Exception {
    Map<String, Long> offsets = new HashMap<>();
    Map<String, Integer> lastOf = new HashMap<>();
    int duplicates = 0;
    int disorder = 0;
    List<String> order = new ArrayList<>();
    long mark = log.highWatermark(Consistency.LINEARIZABLE).get();
    for (long offset = 0; offset < mark; ) {
      Batch batch = log.read(offset, 1 << 20, Consistency.LINEARIZABLE).get();
      for (LogRecord record : batch.records()) {
        String text = new String(record.payload(), StandardCharsets.UTF_8);
        order.add(text);
        duplicates += offsets.put(text, record.offset()) == null ? 0 : 1;
        String producer = text.substring(0, 1);
        int number = Integer.parseInt(text.substring(2));
        Integer before = lastOf.put(producer, number);
        disorder += before != null && before >= number ? 1 : 0;
      }
      offset = batch.nextOffset();
    }
    int lost = 0;
    int risen = 0;
    for (CampaignProducer producer : producers) {
      for (Map.Entry<Integer, Long> acked : producer.committed().entrySet()) {
        Long found = offsets.get(producer.name() + "-" + acked.getKey());
        lost += acked.getValue().equals(found) ? 0 : 1;
      }
      for (int number : producer.notCommitted()) {
        risen += offsets.containsKey(producer.name() + "-" + number) ? 1 : 0;
      }
      System.out.printf(
          Locale.ROOT,
          "producer %s: acked %d, not committed %d, unknown %d, untyped %s, slowest %.2f s%n",
          producer.name(),
          producer.committed().size(),
          producer.notCommitted().size(),
          producer.unknown(),
          producer.untyped(),
          producer.slowestSeconds());
    }
    int diverged = divergedReplicas(order);
    System.out.printf(
        Locale.ROOT,
        "records %d, lost %d, duplicates %d, out of order %d, risen %d, diverged replicas %d%n",
        order.size(),
        lost,
        duplicates,
        disorder,
        risen,
        diverged);
    return lost + duplicates + disorder + risen + diverged == 0
        && producers.stream().allMatch(p -> p.untyped().isEmpty() && p.slowestSeconds() <= 30);
  }

  private int divergedReplicas(List<String> order) throws IOException {
    running.values().forEach(Process::destroyForcibly);
    running.values().forEach(process -> process.onExit().join());
    int diverged = 0;
    for (NodeId node : endpoints.keySet()) {
      int position = 0;
      boolean same = true;
      try (OfflineLog offline = new RaftBackend().readOffline(dir(node), TOPIC, 0)) {
        for (Optional<OfflineLog.Entry> e = offline.next(); e.isPresent(); e = offline.next()) {
          String text = new String(e.get().payload(), StandardCharsets.UTF_8);
          same &= position >= order.size() || order.get(position).equals(text);
          position++;
        }
      }
      diverged += same && position >= order.size() ? 0 : 1;
    }
    return diverged;
  }

  private LogClient connect(String id) throws Exception {
    Settings settings = Settings.resolve(RaftSettings.all(), Map.of("request.deadline", "30s"));
    return new RaftBackend().connect(new ClientSpec("bench", id, endpoints, settings));
  }

  private Path dir(NodeId node) {
    return root.resolve(node.toString());
  }

  private void start(NodeId node) throws IOException {
    String ports =
        endpoints.values().stream().map(Endpoint::toString).collect(Collectors.joining(","));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                BenchProcess.class.getName(),
                "node",
                NODE.encode(),
                ports,
                dir(node).toString(),
                Integer.toString(node.value()))
            .redirectError(ProcessBuilder.Redirect.appendTo(new File(root.toFile(), "err")))
            .start();
    running.put(node, process);
    var out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException(node + " did not start: " + Files.readString(root.resolve("err")));
      }
    }
  }
}
