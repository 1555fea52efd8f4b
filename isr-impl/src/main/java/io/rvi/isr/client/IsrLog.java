package io.rvi.isr.client;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import java.util.concurrent.CompletableFuture;

/** One partition, as a client's user sees it. Safe for use by several threads. */
final class IsrLog implements ReplicatedLog {
  private final IsrLogClient client;
  private final String topic;
  private final int partition;
  private final Appender appender;
  private final PartitionReader reader;

  IsrLog(
      IsrLogClient client, String topic, int partition, Appender appender, PartitionReader reader) {
    this.client = client;
    this.topic = topic;
    this.partition = partition;
    this.appender = appender;
    this.reader = reader;
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
    ClientSettings settings = client.settings();
    if (payload.length > settings.recordBytesMax()) {
      return failed(
          ErrorCode.RECORD_TOO_LARGE,
          "a record of "
              + payload.length
              + " bytes; record.bytes.max allows "
              + settings.recordBytesMax());
    }
    if (!client.reserve(payload.length)) {
      return failed(
          ErrorCode.OVERLOADED,
          "client "
              + settings.clientId()
              + " holds as much as pendingBytes="
              + settings.pendingBytesMax()
              + "B allows; wait for appends to end");
    }
    PendingAppend append =
        new PendingAppend(payload.clone(), System.nanoTime() + settings.endNanos());
    if (!client.hand(appender, append)) {
      client.unreserve(payload.length);
      return failed(ErrorCode.CLOSED, "client " + settings.clientId() + " is closed");
    }
    return append;
  }

  private CompletableFuture<Appended> failed(ErrorCode code, String message) {
    return CompletableFuture.failedFuture(
        new NotCommittedException(code, topic + "-" + partition + ": " + message));
  }

  @Override
  public CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    return reader.read(fromOffset, maxBytes, consistency);
  }

  @Override
  public CompletableFuture<Long> highWatermark(Consistency consistency) {
    return reader.highWatermark(consistency);
  }
}
