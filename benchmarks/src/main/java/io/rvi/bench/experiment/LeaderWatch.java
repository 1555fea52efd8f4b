package io.rvi.bench.experiment;

import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a later epoch of a partition: when a replica first knows of one, and when it first has
 * a leader.
 */
final class LeaderWatch implements AutoCloseable {
  private static final long BETWEEN_LOOKS_MS = 10;

  private final long epochBefore;
  private final Looks looks;
  private volatile @Nullable Long epochSeenNs;
  private volatile @Nullable Long leaderSeenNs;

  /**
   * Starts to look.
   *
   * @param cluster whose
   * @param topic of one partition
   * @param epochBefore the epoch that is not to be waited for
   * @param clockNs the load's clock
   */
  @SuppressWarnings("ThisEscapedInObjectConstruction") // The fields that looks use are set.
  LeaderWatch(Cluster cluster, String topic, long epochBefore, LongSupplier clockNs) {
    this.epochBefore = epochBefore;
    this.looks = Looks.start(cluster, topic, BETWEEN_LOOKS_MS, clockNs, this::note);
  }

  private boolean note(TopicDescription.Partition partition, long nowNs) {
    boolean known =
        partition.epoch() > epochBefore
            || partition.replicaStates().stream().anyMatch(state -> state.epoch() > epochBefore);
    if (known && epochSeenNs == null) {
      epochSeenNs = nowNs;
    }
    if (partition.epoch() > epochBefore && partition.leader().isPresent()) {
      leaderSeenNs = nowNs;
    }
    return leaderSeenNs == null;
  }

  @Nullable Long epochSeenNs() {
    return epochSeenNs;
  }

  @Nullable Long leaderSeenNs() {
    return leaderSeenNs;
  }

  long lookEveryMaxNs() {
    return looks.lookEveryMaxNs();
  }

  @Override
  public void close() {
    looks.close();
  }
}
