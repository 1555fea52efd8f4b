package io.rvi.memory;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.memory.MemoryRequest.Kind;
import io.rvi.memory.MemoryRequest.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One partition as a client sees it. An append that has not taken effect never will. */
final class MemoryLog implements ReplicatedLog {
  private final MemoryClient client;
  private final String topic;
  private final int partition;
  private final Lane appends;
  private final Lane reads;

  MemoryLog(MemoryClient client, String topic, int partition) {
    this.client = client;
    this.topic = topic;
    this.partition = partition;
    this.appends = new Lane(client, Kind.APPEND, topic, partition);
    this.reads = new Lane(client, Kind.READ, topic, partition);
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public CompletableFuture<Appended> append(byte[] payload) {
    int limit = client.recordBytesMax();
    if (payload.length > limit) {
      return CompletableFuture.failedFuture(
          new NotCommittedException(
              ErrorCode.RECORD_TOO_LARGE,
              "a record of "
                  + payload.length
                  + " bytes for "
                  + topic
                  + "-"
                  + partition
                  + " is above record.bytes.max="
                  + limit
                  + "B"));
    }
    byte[] copy = payload.clone();
    return client.submit(
        new MemoryRequest<>(
            appends, copy.length, () -> attemptAppend(copy), NotCommittedException::new));
  }

  private @Nullable Appended attemptAppend(byte[] payload) {
    try {
      MemoryPartition found = find();
      return found == null || !found.canCommit() ? null : found.append(payload);
    } catch (LogException e) {
      throw new NotCommittedException(e.code(), e.getMessage(), e);
    }
  }

  /** The partition; null when no node runs that could tell. */
  private @Nullable MemoryPartition find() {
    List<MemoryPartition> partitions = client.cluster().topic(topic);
    return partitions == null ? null : partition(topic, partition, partitions);
  }

  /**
   * A partition of a topic by its number.
   *
   * @throws RequestFailedException with {@link ErrorCode#UNKNOWN_PARTITION}
   */
  static MemoryPartition partition(String topic, int partition, List<MemoryPartition> partitions) {
    if (partition < 0 || partition >= partitions.size()) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_PARTITION,
          "topic "
              + topic
              + " has partitions 0 to "
              + (partitions.size() - 1)
              + ", not "
              + partition);
    }
    return partitions.get(partition);
  }

  @Override
  public CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    if (maxBytes < 1) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(
              ErrorCode.INVALID_ARGUMENT, "maxBytes=" + maxBytes + " must be 1 or more"));
    }
    return client.submit(
        new MemoryRequest<>(
            reads,
            0,
            () -> {
              MemoryPartition found = readable(consistency);
              return found == null ? null : found.read(fromOffset, maxBytes);
            },
            RequestFailedException::new));
  }

  @Override
  public CompletableFuture<Long> highWatermark(Consistency consistency) {
    return client.submit(
        new MemoryRequest<>(
            reads,
            0,
            () -> {
              MemoryPartition found = readable(consistency);
              return found == null ? null : found.highWatermark();
            },
            RequestFailedException::new));
  }

  private @Nullable MemoryPartition readable(Consistency consistency) {
    MemoryPartition found = find();
    if (found == null) {
      return null;
    }
    boolean ready = consistency == Consistency.COMMITTED ? found.isLed() : found.canCommit();
    return ready ? found : null;
  }
}
