package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.ZooKeeperEnsemble;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.bench.lab.fault.Scene;
import io.rvi.bench.load.OpenLoop;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Outages on one cluster under one open loop: event after event, each undone, and the cluster level
 * again, before the next. Every append is in a history that is judged at the end.
 */
public final class OutageSession implements AutoCloseable {
  /** The topic under load. */
  static final String TOPIC = "outage";

  /** A load this long at most; a session ends before or is at fault. */
  private static final Duration LOAD_MAX = Duration.ofMinutes(60);

  /** What takes no leader away is watched for so many detection times. */
  private static final int DETECTIONS_WATCHED = 2;

  /** After writes have resumed: enough for the band to be seen to be met. */
  private static final long AFTER_MS = 450;

  private final LoadedCluster loaded;
  private final Cluster cluster;
  private final Cell cell;
  private final Duration resumeMax;
  private final Scene scene;
  private final Duration detection;

  private OutageSession(LoadedCluster loaded, Cell cell, Duration resumeMax, long seed) {
    this.loaded = loaded;
    this.cluster = loaded.cluster();
    this.cell = cell;
    this.resumeMax = resumeMax;
    this.detection = CellCluster.failureDetection(cell);
    this.scene = loaded.scene(seed);
  }

  /**
   * Starts a cluster and its load.
   *
   * @param lab where; the cluster is closed if this does not come to an end
   * @param cell what
   * @param tuning what is to be changed of the cluster besides its settings
   * @param ratePerSecond of the load; an outage is resolved to its spacing
   * @param resumeMax how long writes may take to resume before an event is undone
   * @param historyFile where every append is recorded
   * @param seed picks among equals
   * @throws StartException when the cluster does not start
   * @throws TrialException when the topic can't be created
   * @throws IOException when the history can't be written
   * @throws InterruptedException when the thread is interrupted
   */
  public static OutageSession start(
      Lab lab,
      Cell cell,
      UnaryOperator<ClusterSpec> tuning,
      double ratePerSecond,
      Duration resumeMax,
      Path historyFile,
      long seed)
      throws StartException, TrialException, IOException, InterruptedException {
    ClusterSpec spec =
        tuning.apply(CellCluster.spec(cell)).startingOften().withWiring(Wiring.PROXIED);
    if (spec.services().external().isEmpty()) {
      // One server could not be lost without the quorum.
      spec = spec.withServices(spec.services().withServers(3));
    }
    LoadedCluster loaded =
        LoadedCluster.start(
            lab, spec, cell, TOPIC, new LoadedCluster.Load(ratePerSecond, LOAD_MAX), historyFile);
    return new OutageSession(loaded, cell, resumeMax, seed);
  }

  /**
   * Lets one event happen, measures it and undoes it.
   *
   * @param event which
   * @return what it showed; void when it did not land or could not be done
   * @throws TrialException when the cluster is not level before or afterwards, or writes do not go
   *     on: no further trial would show anything
   * @throws StartException when a server does not start again
   * @throws InterruptedException when the thread is interrupted
   */
  public OutageFinding.Trial trial(OutageEvent event)
      throws TrialException, StartException, InterruptedException {
    loaded.awaitLevel("before " + event.label());
    OpenLoop loop = loaded.loop();
    long baseNs = loop.elapsedNs();
    Thread.sleep(OutageTiming.BASE_NS / 1_000_000);
    CrashScene.awaitAck(loop, baseNs, "no append was acknowledged before " + event.label());
    boolean victimControlled = event.takesTheLeader() && leaderControls();
    return event == OutageEvent.ROLLING_RESTART
        ? rollingRestart(loop)
        : single(event, loop, victimControlled);
  }

  private OutageFinding.Trial single(OutageEvent event, OpenLoop loop, boolean victimControlled)
      throws TrialException, StartException, InterruptedException {
    long injectedNs = loop.elapsedNs();
    try (Watched watched = watch(event, loop)) {
      injectedNs = loop.elapsedNs();
      Injected injected;
      try {
        injected = event.inject(scene);
      } catch (LabException e) {
        return failed(event, injectedNs, loop, "could not be done: " + e.getMessage());
      }
      long effectiveNs = loop.elapsedNs();
      boolean resumed = Waiting.until(() -> loop.committedSince(effectiveNs), resumeMax);
      if (!event.takesTheLeader()) {
        // A stall may come later than the event, when it is noticed.
        long watchedNs = DETECTIONS_WATCHED * detection.toNanos();
        Thread.sleep(watchedNs / 1_000_000);
        resumed =
            resumed && Waiting.until(() -> loop.committedSince(effectiveNs + watchedNs), resumeMax);
      }
      if (resumed) {
        Thread.sleep(AFTER_MS);
      }
      Proof proof = injected.landed();
      long healedNs = loop.elapsedNs();
      injected.heal();
      loaded.awaitLevel("after " + event.label());
      OutageFinding.Times times =
          watched.times(injectedNs, effectiveNs, healedNs, loop.elapsedNs());
      return finding(event, injected.what(), proof, victimControlled, times, loop);
    }
  }

  private OutageFinding.Trial failed(
      OutageEvent event, long injectedNs, OpenLoop loop, String reason) {
    long nowNs = loop.elapsedNs();
    return new OutageFinding.Trial(
        event,
        event.label(),
        "",
        reason,
        false,
        new OutageFinding.Times(injectedNs, nowNs, nowNs, nowNs, null, null, null),
        null);
  }

  private static OutageFinding.Trial finding(
      OutageEvent event,
      String what,
      Proof proof,
      boolean victimControlled,
      OutageFinding.Times times,
      OpenLoop loop) {
    OutageFinding.Gap gap = proof.landed() ? OutageTiming.of(loop.operations(), times) : null;
    String reason =
        !proof.landed()
            ? "did not land"
            : gap == null ? "no append was acknowledged before it" : null;
    return new OutageFinding.Trial(
        event, what, proof.evidence(), reason, victimControlled, times, gap);
  }

  private OutageFinding.Trial rollingRestart(OpenLoop loop)
      throws TrialException, StartException, InterruptedException {
    long injectedNs = loop.elapsedNs();
    List<String> evidence = new ArrayList<>();
    boolean landed = true;
    for (NodeId node : cluster.nodes()) {
      Injected stopped = Harm.stop(cluster, node);
      Proof proof = stopped.landed();
      landed &= proof.landed();
      evidence.add(proof.evidence());
      stopped.heal();
      loaded.awaitLevel("in a rolling restart, after " + node);
    }
    long levelNs = loop.elapsedNs();
    Thread.sleep(AFTER_MS);
    long endNs = loop.elapsedNs();
    OutageFinding.Times times =
        new OutageFinding.Times(injectedNs, levelNs, endNs, endNs, null, null, null);
    Proof proof = new Proof(landed, String.join("; ", evidence));
    return finding(
        OutageEvent.ROLLING_RESTART,
        "rolling-restart " + cluster.nodes(),
        proof,
        false,
        times,
        loop);
  }

  private boolean leaderControls() throws StartException {
    Optional<ZooKeeperEnsemble> ensemble = cluster.zooKeeper();
    return ensemble.isPresent()
        && cluster.leader(TOPIC, LoadedCluster.PARTITION).equals(ensemble.get().controller());
  }

  private Watched watch(OutageEvent event, OpenLoop loop) {
    if (!event.takesTheLeader() || cell.replicas() < 2) {
      return new Watched(null);
    }
    long epoch =
        cluster
            .describe(TOPIC)
            .map(TopicDescription::partitions)
            .map(partitions -> partitions.get(LoadedCluster.PARTITION).epoch())
            .orElse(Long.MAX_VALUE);
    return new Watched(new LeaderWatch(cluster, TOPIC, epoch, loop::elapsedNs));
  }

  /**
   * Ends the load, reads everything back and judges it.
   *
   * @return the verdict and the load
   * @throws StartException when the reader cannot be connected
   * @throws IOException when the history can't be written or read
   * @throws InterruptedException when the thread is interrupted
   */
  LoadedCluster.Ended end() throws StartException, IOException, InterruptedException {
    return loaded.end();
  }

  /**
   * Ends load and cluster.
   *
   * @throws IOException when the history could not be written to its end
   */
  @Override
  public void close() throws IOException {
    loaded.close();
  }

  /** A watch for a new leader, or none. */
  private record Watched(@Nullable LeaderWatch watch) implements AutoCloseable {
    OutageFinding.Times times(long injectedNs, long effectiveNs, long healedNs, long levelNs) {
      return watch == null
          ? new OutageFinding.Times(injectedNs, effectiveNs, healedNs, levelNs, null, null, null)
          : new OutageFinding.Times(
              injectedNs,
              effectiveNs,
              healedNs,
              levelNs,
              watch.epochSeenNs(),
              watch.leaderSeenNs(),
              watch.lookEveryMaxNs());
    }

    @Override
    public void close() {
      if (watch != null) {
        watch.close();
      }
    }
  }
}
