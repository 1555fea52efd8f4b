package io.rvi.bench.experiment;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Health;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.spi.Capability;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Counts permanent losses that an acknowledged record survives. Records are acknowledged while all
 * replicas are caught up, and others while all but the smallest legal set are down. Then every
 * replica is killed, directories are emptied one after the other, the acknowledging set first, and
 * after each loss the disks that are left are read.
 *
 * <p>The others are cut off by a kill, which every topology and wiring can do; on their disks they
 * keep what they had. A replica is lost by its directory being emptied while it is down: to those
 * that run, a dead replica and a lost one are the same until it comes back, which it never does.
 */
final class LossTrial {
  private static final String FULL = "loss-full";
  private static final String LEAST = "loss-least";

  /** For a cluster that was just restarted to be level again. */
  private static final Duration LEVEL_MAX = Duration.ofSeconds(60);

  /** Kills in turn leave this many detection times for the others to take note. */
  private static final int DETECTIONS_BETWEEN = 2;

  private final Cluster cluster;
  private final Cell cell;
  private final Shape shape;
  private final LossVariant variant;
  private final long seed;
  private final Random random;
  private final LossHistory full;
  private final LossHistory least;
  private final List<String> proofs = new ArrayList<>();

  /**
   * Prepares a trial.
   *
   * @param cluster on which; all its nodes are up, and none will be afterwards
   * @param cell which cell it is of
   * @param shape how it is measured
   * @param variant in which order, and how, replicas are taken
   * @param directory where histories are written, existing
   * @param seed of every choice
   */
  LossTrial(
      Cluster cluster, Cell cell, Shape shape, LossVariant variant, Path directory, long seed) {
    this.cluster = cluster;
    this.cell = cell;
    this.shape = shape;
    this.variant = variant;
    this.seed = seed;
    this.random = new Random(seed);
    this.full = new LossHistory(cluster, FULL, directory);
    this.least = new LossHistory(cluster, LEAST, directory);
  }

  /**
   * Runs the trial.
   *
   * @throws TrialException when it shows nothing: no leader, records that the smallest set does not
   *     acknowledge, a fault that did not land, a disk that cannot be read
   */
  LossFinding run() throws TrialException, InterruptedException, StartException, IOException {
    if (!cluster.backend().capabilities().contains(Capability.OFFLINE_READING)) {
      throw new TrialException(
          "backend " + cell.backend() + " cannot read a stopped replica, so no loss can be told",
          null);
    }
    List<NodeId> ackSet;
    List<NodeId> cutOff;
    try (LogClient client = cluster.connect("loss", Map.of())) {
      TopicCreation.await(client, FULL, cell.replicas());
      TopicCreation.await(client, LEAST, cell.replicas());
      requireLevel(LEAST);
      full.append(client, shape.lossRecordsOrZero(), cell.recordBytes());
      requireLevel(FULL);
      ackSet = chooseAckSet();
      cutOff = cluster.nodes().stream().filter(node -> !ackSet.contains(node)).toList();
      if (!cutOff.isEmpty()) {
        prove(Harm.kill(cluster, cutOff));
      }
      least.append(client, shape.lossRecordsOrZero(), cell.recordBytes());
      killAckSet(ackSet);
    }
    return lose(ackSet, cutOff);
  }

  private void requireLevel(String topic) throws TrialException {
    String complaint = new Health(cluster, topic).await(LEVEL_MAX).orElse("");
    if (!complaint.isEmpty()) {
      throw new TrialException("not level before the losses: " + complaint, null);
    }
  }

  /** The smallest legal set, its leader first. */
  private List<NodeId> chooseAckSet() throws TrialException {
    NodeId leader =
        cluster
            .leader(LEAST, 0)
            .orElseThrow(() -> new TrialException("no leader of " + LEAST, null));
    List<NodeId> followers = new ArrayList<>(cluster.nodes());
    followers.remove(leader);
    Collections.shuffle(followers, random);
    int size = Predictions.smallestAckSet(cell);
    return Stream.concat(Stream.of(leader), followers.stream()).limit(size).toList();
  }

  private void killAckSet(List<NodeId> ackSet) throws TrialException, InterruptedException {
    if (variant.atOnce()) {
      prove(Harm.kill(cluster, ackSet));
      return;
    }
    for (NodeId node : inOrder(ackSet)) {
      prove(Harm.kill(cluster, List.of(node)));
      Thread.sleep(DETECTIONS_BETWEEN * CellCluster.failureDetection(cell).toMillis());
    }
  }

  /** The acknowledging set in the order in which it is lost. */
  private List<NodeId> inOrder(List<NodeId> ackSet) {
    List<NodeId> order = new ArrayList<>(ackSet);
    if (!variant.leaderFirst()) {
      Collections.reverse(order);
    }
    return order;
  }

  private void prove(Injected injected) throws TrialException {
    Proof proof = injected.landed();
    if (!proof.landed()) {
      throw new TrialException(injected.what() + " did not land: " + proof.evidence(), null);
    }
    proofs.add(injected.what() + ": " + proof.evidence());
  }

  private LossFinding lose(List<NodeId> ackSet, List<NodeId> cutOff)
      throws TrialException, InterruptedException, StartException, IOException {
    LossFinding.Revival leftBehind =
        variant.triesLeftBehind() && !cutOff.isEmpty() ? revive("left-behind", cutOff, 0) : null;
    LossFinding.Revival revived = null;
    List<NodeId> order = inOrder(ackSet);
    order.addAll(cutOff);
    int limit = variant.revives() ? Predictions.tolerance(cell).permanentLoss() : order.size() - 1;
    List<NodeId> left = new ArrayList<>(order);
    List<LossFinding.Stage> stages = new ArrayList<>();
    stages.add(stage(0, left));
    for (int losses = 1; losses <= limit; losses++) {
      prove(Harm.wipe(cluster, left.remove(0)));
      stages.add(stage(losses, left));
    }
    if (variant.revives()) {
      revived = revive("revived", left, limit);
    }
    return new LossFinding(
        seed,
        variant,
        ackSet,
        cutOff,
        order,
        shape.lossRecordsOrZero(),
        shape.lossRecordsOrZero(),
        stages,
        proofs,
        leftBehind,
        revived);
  }

  private LossFinding.Stage stage(int losses, List<NodeId> left)
      throws IOException, TrialException {
    String name = "after-" + losses;
    return new LossFinding.Stage(
        losses, left, full.lostOnDisks(name, left), least.lostOnDisks(name, left));
  }

  /** Starts replicas without the others, sees what they serve, and kills them again. */
  private LossFinding.Revival revive(String name, List<NodeId> replicas, int losses)
      throws TrialException, InterruptedException, StartException, IOException {
    new ParallelStart(cluster).all(replicas);
    boolean linearizable = cluster.backend().capabilities().contains(Capability.LINEARIZABLE_READS);
    String deadline = shape.resumeMax().toMillis() + "ms";
    Verdict verdict;
    try (LogClient reader =
        cluster.connect(name, Map.of(CommonSettings.REQUEST_DEADLINE.key(), deadline))) {
      verdict =
          least.served(
              name,
              replicas,
              reader,
              linearizable ? Consistency.LINEARIZABLE : Consistency.COMMITTED,
              shape.resumeMax());
    }
    prove(Harm.kill(cluster, replicas));
    boolean served = verdict.unavailable() == 0;
    return new LossFinding.Revival(
        replicas, losses, served, verdict.lost(), served ? "" : firstRemark(verdict));
  }

  private static String firstRemark(Verdict verdict) {
    return verdict.remarks().isEmpty() ? "not served" : verdict.remarks().get(0);
  }
}
