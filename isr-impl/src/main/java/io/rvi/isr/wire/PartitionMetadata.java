package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * A partition as a node knows it; may be stale.
 *
 * @param partition its number, 0 or more
 * @param leader its leader's node id, 0 for none
 * @param epoch the leader epoch, 0 or more
 * @param replicas node ids, the preferred leader first
 * @param inSync node ids of the in-sync set
 */
public record PartitionMetadata(
    int partition, int leader, long epoch, List<Integer> replicas, List<Integer> inSync) {
  static final int BYTES_MIN = 24;

  /** Copies the lists. */
  public PartitionMetadata {
    replicas = List.copyOf(replicas);
    inSync = List.copyOf(inSync);
  }

  void encode(ByteBuf out) {
    out.writeInt(partition);
    out.writeInt(leader);
    out.writeLong(epoch);
    Fields.writeInts(out, replicas);
    Fields.writeInts(out, inSync);
  }

  static PartitionMetadata decode(ByteBuf in) throws WireFormatException {
    return new PartitionMetadata(
        in.readInt(), in.readInt(), in.readLong(), Fields.readInts(in), Fields.readInts(in));
  }
}
