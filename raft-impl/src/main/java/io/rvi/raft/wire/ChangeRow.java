package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * Changes where a partition lies. Answered by the {@link Topic} as it now is, or by nothing when
 * there is no such partition. What comes too late, for an earlier generation, changes nothing.
 *
 * @param kind what happened
 * @param topic the topic's name
 * @param partition the partition's number
 * @param generation of the row that it is about; of no meaning for {@link Kind#REASSIGN}
 * @param nodes the nodes wanted for {@link Kind#REASSIGN}, none for {@link Kind#REACHED}, else one
 */
public record ChangeRow(Kind kind, String topic, int partition, long generation, List<NodeId> nodes)
    implements CatalogCommand {
  private static final Kind[] KINDS = Kind.values();

  /** What happened to a partition; the order is part of the format. */
  public enum Kind {
    /** Somebody wants it on other nodes. */
    REASSIGN,
    /** A node holds a replica. */
    READY,
    /** Its group's voters are the target. */
    REACHED,
    /** A node had a replica and has it no more. */
    LOST,
    /** A node whose replica is lost is no voter any more. */
    DROPPED
  }

  /** Copies the list. */
  public ChangeRow {
    nodes = List.copyOf(nodes);
  }

  /** Its bytes: kind, partition, generation, nodes, topic. */
  @Override
  @SuppressWarnings("EnumOrdinal") // The order is part of the format.
  public ByteString encode() {
    ByteBuffer out = ByteBuffer.allocate(17 + 4 * nodes.size());
    out.put((byte) (CreateTopic.KIND + 1 + kind.ordinal())).putInt(partition).putLong(generation);
    Row.write(out, nodes);
    return ByteString.copyFrom(out.flip()).concat(ByteString.copyFromUtf8(topic));
  }

  static ChangeRow read(byte kind, ByteBuffer in) {
    int ordinal = kind - CreateTopic.KIND - 1;
    if (ordinal < 0 || ordinal >= KINDS.length) {
      throw new IllegalArgumentException("a command of unknown kind " + kind);
    }
    int partition = in.getInt();
    long generation = in.getLong();
    List<NodeId> nodes = Row.readNodes(in);
    return new ChangeRow(
        KINDS[ordinal], StandardCharsets.UTF_8.decode(in).toString(), partition, generation, nodes);
  }
}
