package io.rvi.bench.lab.fault;

import io.rvi.api.TopicDescription;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a topic, one after the other: whether each partition has a leader, all its replicas in
 * sync, and each of them as far as the high watermark was at an earlier look.
 *
 * <p>The same look would not do. Under load a majority's high watermark is nearly always ahead of
 * its slowest replica, by what is on its way there: who waits for the two to meet in one look waits
 * for luck, and for longer the busier the machine is.
 */
final class TopicLooks {
  /** Of each partition, the highest that was seen while it had a leader; only grows. */
  private final Map<Integer, Long> highWatermarks = new HashMap<>();

  /**
   * The next look.
   *
   * @param topic as it is described now
   * @return what is missing, if anything is; never empty at the first look at a partition with a
   *     leader
   */
  Optional<String> next(TopicDescription topic) {
    Map<Integer, Long> before = Map.copyOf(highWatermarks);
    for (TopicDescription.Partition partition : topic.partitions()) {
      if (partition.leader().isPresent()) {
        highWatermarks.merge(partition.partition(), partition.highWatermark(), Math::max);
      }
    }
    return topic.partitions().stream()
        .flatMap(
            partition ->
                missing(
                    topic.topic() + "-" + partition.partition(),
                    partition,
                    before.get(partition.partition()))
                    .stream())
        .findFirst();
  }

  private static Optional<String> missing(
      String name, TopicDescription.Partition partition, @Nullable Long highWatermark) {
    if (partition.leader().isEmpty()) {
      return Optional.of(name + " has no leader");
    }
    if (!partition.inSync().containsAll(partition.replicas())) {
      return Optional.of(
          name + " has in sync " + partition.inSync() + " of " + partition.replicas());
    }
    if (highWatermark == null) {
      return Optional.of(name + " had no leader at an earlier look");
    }
    for (TopicDescription.ReplicaState replica : partition.replicaStates()) {
      if (replica.logEnd() < highWatermark) {
        return Optional.of(
            name
                + " on "
                + replica.node()
                + " ends at "
                + replica.logEnd()
                + ", below "
                + highWatermark);
      }
    }
    if (partition.replicaStates().size() < partition.replicas().size()) {
      return Optional.of(
          name + " heard of " + partition.replicaStates().size() + " of its replicas");
    }
    return Optional.empty();
  }
}
