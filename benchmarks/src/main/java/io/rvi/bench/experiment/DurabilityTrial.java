package io.rvi.bench.experiment;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.LogScan;
import io.rvi.bench.check.RecordedProducer;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Health;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.spi.Capability;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One trial: records are acknowledged, some replicas lose power or die, all come back, and what
 * they serve and what their disks hold is compared with what was acknowledged, by the checker and
 * by a count of its own.
 */
final class DurabilityTrial {
  private static final String TOPIC = "durability";

  /** Appends after the restarts, so that a new leader has a history of its own. */
  private static final int APPENDS_AFTER = 10;

  /** For a fresh cluster to be level, and for one to be level again if it ever is. */
  private static final Duration LEVEL_MAX = Duration.ofSeconds(30);

  /** For one append to be acknowledged, a change of the in-sync set among it. */
  private static final Duration ACK_MAX = Duration.ofSeconds(30);

  /** Appends under way before the fault, and while it is done. */
  private static final long UNDER_WAY_BEFORE_MS = 100;

  private final Cluster cluster;
  private final Cell cell;
  private final DurabilityEvent event;
  private final int records;
  private final Duration resumeMax;
  private final Path directory;
  private final Random random;
  private final AckCount count = new AckCount();
  private final List<String> proofs = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private boolean isServed;

  /**
   * Prepares a trial.
   *
   * @param cluster on which; all its nodes are up
   * @param step of which cell and event
   * @param records acknowledged before the others go down, and as many again after
   * @param resumeMax how long writes may take to resume, and the log to be read
   * @param directory where its files are written, existing
   * @param seed of every choice
   */
  DurabilityTrial(
      Cluster cluster,
      Step.DurabilityStep step,
      int records,
      Duration resumeMax,
      Path directory,
      long seed) {
    this.cluster = cluster;
    this.cell = step.cell();
    this.event = step.event();
    this.records = records;
    this.resumeMax = resumeMax;
    this.directory = directory;
    this.random = new Random(seed);
  }

  /**
   * Runs it. All nodes are down afterwards.
   *
   * @throws TrialException when it shows nothing: no level cluster to begin with, records that are
   *     not acknowledged, a fault that did not land
   */
  DurabilityFinding.Trial run()
      throws TrialException, StartException, IOException, InterruptedException {
    Path file = directory.resolve("durability.history");
    List<String> names = cluster.nodes().stream().map(NodeId::toString).toList();
    Seen seen;
    try (HistoryWriter history =
            new HistoryWriter(file, new HistoryEvent.Begun(TOPIC + "-0", names));
        LogClient client = cluster.connect("durability", Map.of())) {
      TopicCreation.await(client, TOPIC, cell.replicas());
      requireLevel();
      seen = harm(client, history);
      LogScan scan = new LogScan(history, System::nanoTime);
      readBack(scan);
      readDisks(scan);
    }
    count.write(directory.resolve("acked.csv"));
    AckAudit audit = AckAudit.of(Checker.check(file));
    NodeLosses said = event == DurabilityEvent.UNCLEAN_ELECTION ? NodeLosses.of(cluster) : null;
    return new DurabilityFinding.Trial(
        seen.acknowledging(),
        seen.victims(),
        proofs,
        count.acked(),
        seen.held(),
        seen.servedWithoutRest(),
        isServed,
        seen.outageMs(),
        audit,
        count.lost(),
        said == null ? null : (Long) said.least(),
        said == null ? null : (Long) said.most(),
        remarks);
  }

  /** What was seen until all replicas had come back. */
  private record Seen(
      List<NodeId> acknowledging,
      List<NodeId> victims,
      Map<String, Long> held,
      @Nullable Boolean servedWithoutRest,
      @Nullable Long outageMs) {}

  private void requireLevel() throws TrialException {
    String complaint = new Health(cluster, TOPIC).await(LEVEL_MAX).orElse("");
    if (!complaint.isEmpty()) {
      throw new TrialException("not level before " + event.label() + ": " + complaint, null);
    }
  }

  private Seen harm(LogClient client, HistoryWriter history)
      throws TrialException, StartException, IOException, InterruptedException {
    try (RecordedProducer producer =
        new RecordedProducer(
            client.open(TOPIC, 0), 0, cell.recordBytes(), history, System::nanoTime)) {
      append(producer, records);
      requireLevel();
      List<NodeId> order = leaderFirst();
      List<NodeId> acknowledging = order.subList(0, event.acknowledging(cell));
      List<NodeId> others = order.subList(acknowledging.size(), order.size());
      if (!others.isEmpty()) {
        prove(Harm.kill(cluster, others));
      }
      append(producer, records);
      if (others.isEmpty()) {
        requireLevel();
      }
      List<NodeId> victims = victims(acknowledging);
      long faultNs = takeDownUnderLoad(producer, acknowledging, victims);
      Map<String, Long> held = held(victims);
      List<NodeId> last = comesLast(acknowledging, victims);
      start(cluster.nodes().stream().filter(node -> isDown(node) && !last.contains(node)).toList());
      Long ackNs = awaitAck(producer);
      Boolean servedWithoutRest = last.isEmpty() ? null : ackNs != null;
      if (!last.isEmpty()) {
        start(last);
        Long laterNs = ackNs == null ? awaitAck(producer) : null;
        ackNs = ackNs == null ? laterNs : ackNs;
      }
      if (ackNs != null) {
        remark(new Health(cluster, TOPIC).await(resumeMax).orElse(""));
      }
      return new Seen(
          acknowledging,
          victims,
          held,
          servedWithoutRest,
          ackNs == null ? null : (ackNs - faultNs) / 1_000_000);
    }
  }

  /** Returns when it was begun. */
  private long takeDownUnderLoad(
      RecordedProducer producer, List<NodeId> acknowledging, List<NodeId> victims)
      throws TrialException, InterruptedException {
    if (event == DurabilityEvent.UNCLEAN_ELECTION) {
      // No flush is at stake, and nodes cannot tell an append whose answer arrived from one whose
      // answer did not: without any under way, their count can be compared.
      long faultNs = System.nanoTime();
      takeDown(acknowledging, victims);
      return faultNs;
    }
    // A backend may flush soon after it has acknowledged: what is under way is what is at stake.
    try (AppendStream underWay = new AppendStream(() -> appendOne(producer))) {
      underWay.goOn(UNDER_WAY_BEFORE_MS);
      long faultNs = System.nanoTime();
      takeDown(acknowledging, victims);
      return faultNs;
    }
  }

  private void append(RecordedProducer producer, int appends)
      throws TrialException, InterruptedException {
    List<CompletableFuture<?>> pending = new ArrayList<>();
    for (int i = 0; i < appends; i++) {
      pending.add(appendOne(producer));
    }
    for (CompletableFuture<?> append : pending) {
      Object unused = Waiting.result(append, ACK_MAX, "an append before " + event.label());
    }
  }

  private CompletableFuture<Appended> appendOne(RecordedProducer producer) {
    long sequence = producer.begun();
    return producer
        .append(System.nanoTime())
        .thenApply(
            appended -> {
              count.acknowledged(sequence);
              return appended;
            });
  }

  private List<NodeId> leaderFirst() throws TrialException {
    NodeId leader =
        cluster
            .leader(TOPIC, 0)
            .orElseThrow(() -> new TrialException("no leader before " + event.label(), null));
    List<NodeId> followers = new ArrayList<>(cluster.nodes());
    followers.remove(leader);
    Collections.shuffle(followers, random);
    return Stream.concat(Stream.of(leader), followers.stream()).toList();
  }

  private List<NodeId> victims(List<NodeId> acknowledging) {
    return switch (event) {
      case FOLLOWER, ACKER_WITH_LAGGARDS -> List.of(acknowledging.get(1));
      case LEADER, LAST_STANDING, UNCLEAN_ELECTION -> List.of(acknowledging.get(0));
      case ACK_SET, ALL, TRUNCATION -> acknowledging;
    };
  }

  /** Who stays away until it is seen what the others do without them. */
  private List<NodeId> comesLast(List<NodeId> acknowledging, List<NodeId> victims) {
    return switch (event) {
      case ACKER_WITH_LAGGARDS ->
          acknowledging.stream().filter(node -> !victims.contains(node)).toList();
      case UNCLEAN_ELECTION -> victims;
      default -> List.of();
    };
  }

  private void takeDown(List<NodeId> acknowledging, List<NodeId> victims) throws TrialException {
    if (event == DurabilityEvent.ACKER_WITH_LAGGARDS) {
      prove(
          Harm.kill(
              cluster, acknowledging.stream().filter(node -> !victims.contains(node)).toList()));
    }
    prove(event.takesPower() ? Harm.powerLoss(cluster, victims) : Harm.kill(cluster, victims));
  }

  private void prove(Injected injected) throws TrialException {
    Proof proof = injected.landed();
    if (!proof.landed()) {
      throw new TrialException(injected.what() + " did not land: " + proof.evidence(), null);
    }
    proofs.add(injected.what() + ": " + proof.evidence());
  }

  private Map<String, Long> held(List<NodeId> victims) {
    Map<String, Long> held = new TreeMap<>();
    for (NodeId victim : victims) {
      try (OfflineLog log = openOffline(victim)) {
        held.put(victim.toString(), (long) count.held(log).size());
      } catch (IOException | RequestFailedException e) {
        remark("the disk of " + victim + " after the fault: " + e.getMessage());
        held.put(victim.toString(), -1L);
      }
    }
    return held;
  }

  private boolean isDown(NodeId node) {
    return cluster.status(node).state() == NodeStatus.State.STOPPED;
  }

  private void start(List<NodeId> nodes) throws InterruptedException {
    if (nodes.isEmpty()) {
      return;
    }
    try {
      new ParallelStart(cluster).all(nodes);
    } catch (StartException e) {
      // A replica may rightly refuse what its disk holds; the others go on without it.
      remark("a replica did not start: " + e.getMessage());
    }
  }

  /** When the first of some appends was acknowledged; null when none was in time. */
  private @Nullable Long awaitAck(RecordedProducer producer) throws InterruptedException {
    long untilNs = System.nanoTime() + resumeMax.toNanos();
    while (System.nanoTime() < untilNs) {
      CompletableFuture<Appended> append = appendOne(producer);
      try {
        Object unused = Waiting.result(append, resumeMax, "an append after " + event.label());
        long ackNs = System.nanoTime();
        for (int i = 1; i < APPENDS_AFTER; i++) {
          Object unusedToo = Waiting.result(appendOne(producer), resumeMax, "an append");
        }
        return ackNs;
      } catch (TrialException notYet) {
        Thread.sleep(50);
      }
    }
    return null;
  }

  private void readBack(LogScan scan) throws StartException, InterruptedException {
    boolean linearizable =
        cluster.backend().capabilities().contains(Capability.LINEARIZABLE_READS)
            && event != DurabilityEvent.UNCLEAN_ELECTION; // Refused where such elections may be.
    Consistency level = linearizable ? Consistency.LINEARIZABLE : Consistency.COMMITTED;
    String deadline = resumeMax.toMillis() + "ms";
    try (LogClient reader =
        cluster.connect("reader", Map.of(CommonSettings.REQUEST_DEADLINE.key(), deadline))) {
      String complaint = scan.live(reader.open(TOPIC, 0), "reader", level, resumeMax);
      isServed = complaint.isEmpty();
      remark(complaint);
      if (isServed) {
        count.readServed(reader.open(TOPIC, 0), level, resumeMax);
      }
    }
  }

  /** What each disk holds in the end tells what is lost from what is not served. */
  private void readDisks(LogScan scan) throws IOException {
    cluster.nodes().stream().filter(node -> !isDown(node)).forEach(cluster::kill);
    for (NodeId node : cluster.nodes()) {
      try (OfflineLog log = openOffline(node)) {
        remark(scan.offline(node.toString(), log));
      } catch (IOException | RequestFailedException e) {
        remark("the disk of " + node + " in the end: " + e.getMessage());
        continue;
      }
      try (OfflineLog log = openOffline(node)) {
        long unused = count.readDisk(log);
      }
    }
  }

  private OfflineLog openOffline(NodeId node) throws IOException {
    return cluster.backend().readOffline(cluster.dataDir(node), TOPIC, 0);
  }

  private void remark(String words) {
    if (!words.isEmpty()) {
      remarks.add(words);
    }
  }
}
