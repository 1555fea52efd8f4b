package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.Placement;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes the protocol's value types, each in the order of its components. */
final class Values {
  private static final int MEMBER_BYTES = 28;

  /** The least that a {@link Metadata} takes. */
  static final int METADATA_BYTES_MIN = 88;

  private Values() {}

  static void writeMember(ByteBuf out, Member member) {
    out.writeInt(member.node().value());
    Fields.writeUuid(out, member.storageId());
    out.writeLong(member.incarnation());
  }

  static Member readMember(ByteBuf in) {
    return new Member(new NodeId(in.readInt()), Fields.readUuid(in), in.readLong());
  }

  static void writeMembers(ByteBuf out, List<Member> members) {
    Fields.writeList(out, members, Values::writeMember);
  }

  static List<Member> readMembers(ByteBuf in) throws WireFormatException {
    return Fields.readList(in, MEMBER_BYTES, Values::readMember);
  }

  static void writePosition(ByteBuf out, @Nullable OffsetAndEpoch position) {
    out.writeLong(position == null ? -1 : position.offset());
    out.writeLong(position == null ? -1 : position.epoch());
  }

  static @Nullable OffsetAndEpoch readPosition(ByteBuf in) {
    long offset = in.readLong();
    long epoch = in.readLong();
    return offset == -1 ? null : new OffsetAndEpoch(offset, epoch);
  }

  static void writeMetadata(ByteBuf out, Metadata metadata) {
    Fields.writeText(out, metadata.partition().topic());
    out.writeInt(metadata.partition().partition());
    out.writeLong(metadata.controllerEpoch());
    out.writeLong(metadata.incarnation());
    Fields.writeInts(out, metadata.replicas().stream().map(NodeId::value).toList());
    writeMembers(out, metadata.live());
    writeState(out, metadata.current().state());
    out.writeInt(metadata.current().version());
  }

  static Metadata readMetadata(ByteBuf in) throws WireFormatException {
    return new Metadata(
        new TopicPartition(Fields.readText(in), in.readInt()),
        in.readLong(),
        in.readLong(),
        readNodes(in),
        readMembers(in),
        new VersionedState(readState(in), in.readInt()));
  }

  private static void writeState(ByteBuf out, PartitionState state) {
    Fields.writeUuid(out, state.topicId());
    out.writeInt(state.leader().value());
    out.writeLong(state.leaderEpoch());
    writeMembers(out, state.isr());
    writeMembers(out, state.elr());
    out.writeLong(state.controllerEpoch());
    Fields.writeText(out, state.nonce().writer());
    out.writeLong(state.nonce().number());
    Placement placement = state.placement();
    writeNodes(out, placement == null ? List.of() : placement.target());
    writeNodes(out, placement == null ? List.of() : placement.leaving());
  }

  private static void writeNodes(ByteBuf out, List<NodeId> nodes) {
    Fields.writeList(out, nodes, (to, node) -> to.writeInt(node.value()));
  }

  private static List<NodeId> readNodes(ByteBuf in) throws WireFormatException {
    return Fields.readList(in, Integer.BYTES, from -> new NodeId(from.readInt()));
  }

  private static PartitionState readState(ByteBuf in) throws WireFormatException {
    UUID topicId = Fields.readUuid(in);
    NodeId leader = new NodeId(in.readInt());
    long leaderEpoch = in.readLong();
    List<Member> isr = readMembers(in);
    List<Member> elr = readMembers(in);
    long controllerEpoch = in.readLong();
    Nonce nonce = new Nonce(Fields.readText(in), in.readLong());
    List<NodeId> target = readNodes(in);
    List<NodeId> leaving = readNodes(in);
    return new PartitionState(
        topicId,
        leader,
        leaderEpoch,
        isr,
        elr,
        controllerEpoch,
        nonce,
        target.isEmpty() ? null : new Placement(target, leaving));
  }
}
