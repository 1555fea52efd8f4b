package io.rvi.isr.node;

import io.rvi.isr.protocol.TopicPartition;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A replica's name, which is also that of its directory: {@code <topic>-<partition>-<topic id>}. A
 * topic that was deleted and made anew under its old name has another directory.
 *
 * @param partition the partition
 * @param topicId its topic's identity
 */
record ReplicaName(TopicPartition partition, UUID topicId) {
  private static final Pattern DIRECTORY =
      Pattern.compile("(.+)-(\\d{1,9})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

  /** Reads the name of a directory; empty when it is that of something else. */
  static Optional<ReplicaName> parse(String directory) {
    Matcher matcher = DIRECTORY.matcher(directory);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    TopicPartition partition =
        new TopicPartition(matcher.group(1), Integer.parseInt(matcher.group(2)));
    return Optional.of(new ReplicaName(partition, UUID.fromString(matcher.group(3))));
  }

  ReplicaKey key() {
    return new ReplicaKey(topicId, partition.partition());
  }

  @Override
  public String toString() {
    return partition + "-" + topicId;
  }
}
