package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogRecord;
import io.rvi.api.RequestFailedException;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchReader;
import io.rvi.isr.wire.ClientMessage.ReadReply;
import io.rvi.isr.wire.ClientMessage.ReadRequest;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.SessionMessage.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The reads of one client of one partition. Reads ask the leader; the high watermark that the
 * client reports never decreases, whatever replica answers.
 */
final class PartitionReader {
  /** Asks for the high watermark alone. */
  private static final long HIGH_WATERMARK_ONLY = -1;

  /** Room for headers, so that a read of whole batches brings the payload that was asked for. */
  private static final int OVERHEAD_BYTES = 4 << 10;

  private final IsrLogClient client;
  private final TopicView topic;
  private final int partition;

  /** The highest watermark that a replica named, 0 or more; used on the event loop. */
  private long highWatermark;

  PartitionReader(IsrLogClient client, TopicView topic, int partition) {
    this.client = client;
    this.topic = topic;
    this.partition = partition;
  }

  CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    if (maxBytes < 1) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(
              ErrorCode.INVALID_ARGUMENT, "maxBytes must be 1 or more, not " + maxBytes));
    }
    String what = "read of " + topic.topic() + "-" + partition + " from offset " + fromOffset;
    int bytesMax = Math.min(maxBytes, client.readBytesMax()) + OVERHEAD_BYTES;
    long asked = fromOffset < 0 ? HIGH_WATERMARK_ONLY : fromOffset;
    return client.operate(
        what,
        operation ->
            attempt(
                operation,
                new Question(asked, bytesMax, consistency),
                (reply, payload) -> read(operation, reply, payload, fromOffset, maxBytes)));
  }

  CompletableFuture<Long> highWatermark(Consistency consistency) {
    return client.operate(
        "high watermark of " + topic.topic() + "-" + partition,
        operation ->
            attempt(
                operation,
                new Question(HIGH_WATERMARK_ONLY, 0, consistency),
                (reply, payload) -> {
                  learn(reply);
                  operation.succeed(highWatermark);
                }));
  }

  private record Question(long fromOffset, int bytesMax, Consistency consistency) {}

  /** What to do with the reply that an attempt brought. */
  private interface Success {
    void accept(ReadReply reply, ByteBuf payload);
  }

  private void learn(ReadReply reply) {
    highWatermark = Math.max(highWatermark, reply.highWatermark());
  }

  private void read(
      Operation<Batch> operation, ReadReply reply, ByteBuf payload, long from, int maxBytes) {
    learn(reply);
    if (from < 0) {
      operation.fail(
          ErrorCode.OFFSET_OUT_OF_RANGE,
          "offset "
              + from
              + " of "
              + topic.topic()
              + "-"
              + partition
              + " is outside the readable range ["
              + reply.startOffset()
              + ", "
              + reply.highWatermark()
              + "]");
      return;
    }
    try {
      List<LogRecord> records = new ArrayList<>();
      BatchReader.records(payload.nioBuffer(), from, maxBytes, records);
      operation.succeed(new Batch(from, records, reply.highWatermark()));
    } catch (BatchException | IllegalArgumentException e) {
      operation.again(ErrorCode.STORAGE, "the leader sent damaged records: " + e.getMessage());
    }
  }

  private <T> void attempt(Operation<T> operation, Question question, Success success) {
    Route route = topic.route(partition);
    if (route == null) {
      refreshAndRetry(operation, 0);
      return;
    }
    ReadRequest request =
        new ReadRequest(
            route.topicId(),
            partition,
            question.fromOffset(),
            question.bytesMax(),
            question.consistency(),
            0);
    long timeoutNanos = Math.min(operation.leftNanos(), client.settings().suspicionNanos());
    route
        .leader()
        .request(request, null, timeoutNanos, new Answer<>(operation, question, route, success));
  }

  private <T> void refreshAndRetry(Operation<T> operation, int notAsked) {
    topic.refresh(
        notAsked,
        () -> {
          if (topic.certainlyUnknown()) {
            operation.fail(
                ErrorCode.UNKNOWN_TOPIC, "no topic " + topic.topic() + "; create it first");
          } else if (topic.lacks(partition)) {
            operation.fail(
                ErrorCode.UNKNOWN_PARTITION,
                "topic "
                    + topic.topic()
                    + " has "
                    + topic.partitions().size()
                    + " partitions, and none of number "
                    + partition);
          } else {
            operation.again(ErrorCode.NO_LEADER, topic.lastFailure());
          }
        });
  }

  /** The end of one attempt. */
  private final class Answer<T> implements ReplyHandler {
    private final Operation<T> operation;
    private final Question question;
    private final Route route;
    private final Success success;

    Answer(Operation<T> operation, Question question, Route route, Success success) {
      this.operation = operation;
      this.question = question;
      this.route = route;
      this.success = success;
    }

    @Override
    public void replied(Message reply, ByteBuf payload) {
      if (reply instanceof ReadReply answer) {
        success.accept(answer, payload);
      } else if (reply instanceof Failure failure) {
        failed(failure);
      } else {
        operation.fail(ErrorCode.INTERNAL, "a read was answered with a " + reply.type());
      }
    }

    private void failed(Failure failure) {
      String reason = failure.error() + " " + failure.detail();
      switch (failure.error()) {
        case OFFSET_OUT_OF_RANGE -> outOfRange(failure.detail());
        case UNSUPPORTED -> operation.fail(ErrorCode.UNSUPPORTED, failure.detail());
        case INVALID_ARGUMENT -> operation.fail(ErrorCode.INVALID_ARGUMENT, failure.detail());
        case NOT_READY, OVERLOADED -> operation.again(ErrorCode.NO_LEADER, reason);
        case STORAGE -> {
          operation.again(ErrorCode.STORAGE, reason);
          topic.refresh(route.leader().node(), () -> {});
        }
        default -> refreshAndRetry(operation, 0);
      }
    }

    /** A replica that is behind may know less than one that answered before; it will catch up. */
    private void outOfRange(String detail) {
      if (question.fromOffset() <= highWatermark) {
        operation.again(ErrorCode.OFFSET_OUT_OF_RANGE, detail);
      } else {
        operation.fail(ErrorCode.OFFSET_OUT_OF_RANGE, detail);
      }
    }

    @Override
    public void lost(String reason) {
      refreshAndRetry(operation, route.leader().node());
    }
  }
}
