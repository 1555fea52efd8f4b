package io.rvi.raft.client;

import io.rvi.raft.wire.AppendRequest;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** A batch that was sent at least once and is not settled. Its records never change. */
final class SentBatch {
  private final List<PendingRecord> records;
  private final long firstSequence;
  private long floor;
  private ByteString content;
  private long sentAt;

  SentBatch(UUID producer, long firstSequence, long floor, List<PendingRecord> records) {
    this.records = List.copyOf(records);
    this.firstSequence = firstSequence;
    this.floor = floor;
    this.content =
        AppendRequest.encode(
            producer, firstSequence, floor, records.stream().map(PendingRecord::payload).toList());
  }

  List<PendingRecord> records() {
    return records;
  }

  long firstSequence() {
    return firstSequence;
  }

  /** When it was sent last, by {@link Clock#now}. */
  long sentAt() {
    return sentAt;
  }

  /** Its bytes for a send now. */
  ByteString content(long floorNow, long now) {
    if (floorNow != floor) {
      floor = floorNow;
      content = AppendRequest.withFloor(content, floorNow);
    }
    sentAt = now;
    return content;
  }

  /** Whether every record of it has ended. */
  boolean ended() {
    return records.get(records.size() - 1).ended();
  }
}
