package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** A question to a replica's state machine; changes nothing that is replicated. */
public sealed interface Query {
  /** Its bytes: one for the kind, then its fields. */
  ByteString encode();

  /**
   * Reads records.
   *
   * @param fromOffset the first offset wanted
   * @param maxBytes a bound on the payload bytes returned; the first record is returned whatever
   *     its size
   */
  record Read(long fromOffset, int maxBytes) implements Query {
    @Override
    public ByteString encode() {
      return ByteString.copyFrom(
          ByteBuffer.allocate(13).put((byte) 1).putLong(fromOffset).putInt(maxBytes).flip());
    }
  }

  /**
   * Asks how the replica of a group is; answered by {@link ReplicaStatus}, or by nothing when the
   * node does not carry the group. May be asked of the catalog, which every node carries: Ratis
   * ends the whole stream when it is asked for a group that a node does not carry.
   *
   * @param group the group's id
   */
  record Status(UUID group) implements Query {
    @Override
    public ByteString encode() {
      return ByteString.copyFrom(
          ByteBuffer.allocate(17)
              .put((byte) 2)
              .putLong(group.getMostSignificantBits())
              .putLong(group.getLeastSignificantBits())
              .flip());
    }
  }

  /**
   * Asks a leader to hand leadership over.
   *
   * @param target to whom
   */
  record HandOver(NodeId target) implements Query {
    @Override
    public ByteString encode() {
      return ByteString.copyFrom(
          ByteBuffer.allocate(5).put((byte) 3).putInt(target.value()).flip());
    }
  }

  /**
   * Asks the catalog where a topic's partitions lie; answered by {@link Topic}, or by nothing.
   *
   * @param topic its name
   */
  record Lookup(String topic) implements Query {
    @Override
    public ByteString encode() {
      return ByteString.copyFrom(new byte[] {4}).concat(ByteString.copyFromUtf8(topic));
    }
  }

  /**
   * Reads a query.
   *
   * @param bytes from {@link #encode}
   * @throws IllegalArgumentException when the bytes are no query
   */
  static Query parse(ByteString bytes) {
    if (bytes.isEmpty()) {
      throw new IllegalArgumentException("an empty query");
    }
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    byte kind = in.get();
    return switch (kind) {
      case 1 -> new Read(in.getLong(), in.getInt());
      case 2 -> new Status(new UUID(in.getLong(), in.getLong()));
      case 3 -> new HandOver(new NodeId(in.getInt()));
      case 4 -> new Lookup(StandardCharsets.UTF_8.decode(in).toString());
      default -> throw new IllegalArgumentException("a query of unknown kind " + kind);
    };
  }
}
