package io.rvi.bench.experiment;

import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks again and again, past all links, for a later epoch of a partition: when a replica first
 * knows of one, and when it first has a leader. A look takes as long as the slowest node's answer,
 * so the time between looks says how exact this is.
 */
final class LeaderWatch implements AutoCloseable {
  private static final long BETWEEN_LOOKS_MS = 10;
  private static final long END_MAX_MS = 15_000;

  private final Cluster cluster;
  private final String topic;
  private final long epochBefore;
  private final LongSupplier clockNs;
  private final Thread thread;
  private volatile boolean over;
  private volatile @Nullable Long epochSeenNs;
  private volatile @Nullable Long leaderSeenNs;
  private volatile long lookEveryMaxNs;

  private LeaderWatch(Cluster cluster, String topic, long epochBefore, LongSupplier clockNs) {
    this.cluster = cluster;
    this.topic = topic;
    this.epochBefore = epochBefore;
    this.clockNs = clockNs;
    this.thread = new Thread(this::look, "leader-watch");
    thread.setDaemon(true);
  }

  /**
   * Starts to look.
   *
   * @param cluster whose
   * @param topic of one partition
   * @param epochBefore the epoch that is not to be waited for
   * @param clockNs the load's clock
   */
  static LeaderWatch start(Cluster cluster, String topic, long epochBefore, LongSupplier clockNs) {
    LeaderWatch watch = new LeaderWatch(cluster, topic, epochBefore, clockNs);
    watch.thread.start();
    return watch;
  }

  private void look() {
    try {
      long lastNs = clockNs.getAsLong();
      while (!over && leaderSeenNs == null) {
        Optional<TopicDescription> described = cluster.describe(topic);
        long nowNs = clockNs.getAsLong();
        described.ifPresent(description -> note(description.partitions().get(0), nowNs));
        lookEveryMaxNs = Math.max(lookEveryMaxNs, nowNs - lastNs);
        lastNs = nowNs;
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS);
      }
    } catch (InterruptedException | LabException ended) {
      // What was seen until then stands.
    }
  }

  private void note(TopicDescription.Partition partition, long nowNs) {
    boolean known =
        partition.epoch() > epochBefore
            || partition.replicaStates().stream().anyMatch(state -> state.epoch() > epochBefore);
    if (known && epochSeenNs == null) {
      epochSeenNs = nowNs;
    }
    if (partition.epoch() > epochBefore && partition.leader().isPresent()) {
      leaderSeenNs = nowNs;
    }
  }

  @Nullable Long epochSeenNs() {
    return epochSeenNs;
  }

  @Nullable Long leaderSeenNs() {
    return leaderSeenNs;
  }

  long lookEveryMaxNs() {
    return lookEveryMaxNs;
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
    try {
      thread.join(END_MAX_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
