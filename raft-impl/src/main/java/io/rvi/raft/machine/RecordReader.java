package io.rvi.raft.machine;

import io.rvi.raft.wire.AppendRequest;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReadReply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.raftlog.RaftLog;

/** Reads applied records out of the Raft log. */
final class RecordReader {
  /** Payload bytes of one answer at the most, well below what one gRPC message carries. */
  static final int ANSWER_BYTES_MAX = 8 << 20;

  /** Records of one answer at the most: empty ones take no payload bytes, yet some memory. */
  static final int ANSWER_RECORDS_MAX = 1 << 16;

  private final OffsetIndex index;

  RecordReader(OffsetIndex index) {
    this.index = index;
  }

  /**
   * Answers a read.
   *
   * @param log the log
   * @param query what is asked
   * @return the answer; a log that can't be read is an answer too
   */
  ReadReply read(RaftLog log, Query.Read query) {
    long highWatermark = index.end();
    if (query.fromOffset() < 0 || query.fromOffset() > highWatermark) {
      return new ReadReply(ReadReply.Verdict.OUT_OF_RANGE, highWatermark, List.of(), "");
    }
    Gathered gathered = new Gathered(Math.min(query.maxBytes(), ANSWER_BYTES_MAX));
    long offset = query.fromOffset();
    try {
      while (offset < highWatermark && gathered.hasRoom()) {
        OffsetIndex.Location location = index.locate(offset);
        gathered.addFrom(batchAt(log, location), offset - location.firstOffset());
        offset = location.firstOffset() + location.count();
      }
    } catch (IOException | IllegalArgumentException e) {
      return new ReadReply(ReadReply.Verdict.FAILED, highWatermark, List.of(), e.toString());
    }
    return new ReadReply(ReadReply.Verdict.OK, highWatermark, gathered.payloads, "");
  }

  private static AppendRequest batchAt(RaftLog log, OffsetIndex.Location location)
      throws IOException {
    LogEntryProto entry = log.get(location.index());
    if (entry == null) {
      throw new IOException("log entry " + location.index() + " is missing");
    }
    return AppendRequest.parse(entry.getStateMachineLogEntry().getLogData());
  }

  /** The records gathered so far. */
  private static final class Gathered {
    final List<byte[]> payloads = new ArrayList<>();
    private long room;
    private boolean full;

    Gathered(int room) {
      this.room = room;
    }

    boolean hasRoom() {
      return !full;
    }

    void addFrom(AppendRequest batch, long skip) {
      ByteBuffer in = batch.records();
      for (long i = 0; i < skip; i++) {
        int length = in.getInt();
        in.position(in.position() + length);
      }
      while (in.hasRemaining() && !full) {
        int length = in.getInt();
        if (!payloads.isEmpty() && (length > room || payloads.size() == ANSWER_RECORDS_MAX)) {
          full = true;
        } else {
          byte[] payload = new byte[length];
          in.get(payload);
          payloads.add(payload);
          room -= length;
        }
      }
    }
  }
}
