package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * What a replica says of itself.
 *
 * @param partition its partition's number
 * @param leads whether it leads now
 * @param epoch the newest leader epoch it knows
 * @param highWatermark the high watermark it knows
 * @param logEnd the offset after its last record
 * @param inSync of a leader: node ids of the in-sync set as committed; else empty
 */
public record ReplicaReport(
    int partition,
    boolean leads,
    long epoch,
    long highWatermark,
    long logEnd,
    List<Integer> inSync) {
  static final int BYTES_MIN = 33;

  /** Copies the list. */
  public ReplicaReport {
    inSync = List.copyOf(inSync);
  }

  void encode(ByteBuf out) {
    out.writeInt(partition);
    out.writeBoolean(leads);
    out.writeLong(epoch);
    out.writeLong(highWatermark);
    out.writeLong(logEnd);
    Fields.writeInts(out, inSync);
  }

  static ReplicaReport decode(ByteBuf in) throws WireFormatException {
    return new ReplicaReport(
        in.readInt(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        Fields.readInts(in));
  }
}
