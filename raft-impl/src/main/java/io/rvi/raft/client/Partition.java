package io.rvi.raft.client;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReadReply;
import io.rvi.raft.wire.ReplicaStatus;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/** One partition as a client uses it; the same object for all who open it. */
final class Partition implements ReplicatedLog {
  /** A partition's own state machine answers for its own group, whichever is named. */
  private static final UUID NO_GROUP = new UUID(0, 0);

  private final String topic;
  private final int number;
  private final PartitionAppender appender;
  private final Topics topics;
  private final GroupCalls calls;

  /** The highest high watermark that this client has seen; only grows. */
  private final AtomicLong seen = new AtomicLong();

  Partition(String topic, int number, PartitionAppender appender, Topics topics, GroupCalls calls) {
    this.topic = topic;
    this.number = number;
    this.appender = appender;
    this.topics = topics;
    this.calls = calls;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public int partition() {
    return number;
  }

  @Override
  public CompletableFuture<Appended> append(byte[] payload) {
    return appender.append(payload);
  }

  @Override
  public CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    if (maxBytes < 1) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(
              ErrorCode.INVALID_ARGUMENT,
              name() + ": maxBytes must be 1 or more, not " + maxBytes));
    }
    return ask(
        "read of " + name(),
        new Query.Read(fromOffset, maxBytes),
        consistency,
        content -> batch(fromOffset, content));
  }

  @Override
  public CompletableFuture<Long> highWatermark(Consistency consistency) {
    return ask(
            "high watermark of " + name(),
            new Query.Status(NO_GROUP),
            consistency,
            content -> content.isEmpty() ? null : ReplicaStatus.parse(content).highWatermark())
        .thenApply(mark -> seen.accumulateAndGet(mark, Math::max));
  }

  void close() {
    appender.close();
  }

  private <T> CompletableFuture<T> ask(
      String what, Query query, Consistency consistency, Function<ByteString, @Nullable T> accept) {
    long deadline = calls.deadline();
    return calls.bounded(
        what,
        deadline,
        () ->
            topics
                .leaders(topic, number, deadline)
                .thenCompose(
                    leaders ->
                        calls.untilAnswered(
                            leaders,
                            deadline,
                            (link, to) ->
                                link.read(
                                    to.group(),
                                    query.encode(),
                                    consistency == Consistency.LINEARIZABLE),
                            accept)));
  }

  /**
   * The batch, or null when the answer comes from a replica that is behind what was seen before.
   */
  private @Nullable Batch batch(long fromOffset, ByteString content) {
    if (content.isEmpty()) {
      return null;
    }
    ReadReply reply = ReadReply.parse(content);
    if (reply.highWatermark() < seen.get()) {
      return null;
    }
    seen.accumulateAndGet(reply.highWatermark(), Math::max);
    return switch (reply.verdict()) {
      case OK -> new Batch(fromOffset, reply.records(fromOffset), reply.highWatermark());
      case OUT_OF_RANGE ->
          throw new RequestFailedException(
              ErrorCode.OFFSET_OUT_OF_RANGE,
              rangeText(fromOffset, "0 to " + reply.highWatermark()));
      case FAILED ->
          throw new RequestFailedException(
              ErrorCode.STORAGE, name() + ": the leader can't read its log: " + reply.complaint());
    };
  }

  private String rangeText(long offset, String range) {
    return name() + ": offset " + offset + " is outside the readable range, " + range;
  }

  private String name() {
    return topic + "/" + number;
  }
}
