package io.rvi.isr.protocol;

import java.util.Objects;

/**
 * A partition by name.
 *
 * @param topic the topic's name
 * @param partition its number, 0 or more
 */
public record TopicPartition(String topic, int partition) {
  /** Checks the components. */
  public TopicPartition {
    Objects.requireNonNull(topic, "topic");
    if (partition < 0) {
      throw new IllegalArgumentException("a partition is 0 or more, not " + partition);
    }
  }

  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
