package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.rvi.isr.protocol.DurableReport;
import io.rvi.isr.protocol.FetchError;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Metadata;
import java.util.List;
import java.util.UUID;

/** What nodes say to each other. */
public sealed interface ReplicaMessage extends Message {
  /**
   * A follower's fetch. Replies: {@link FetchReply}, also for a refusal.
   *
   * @param request the fetch
   */
  record Fetch(FetchRequest request) implements ReplicaMessage {
    @Override
    public MessageType type() {
      return MessageType.FETCH;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, request.topicId());
      out.writeInt(request.partition());
      Values.writeMember(out, request.follower());
      out.writeLong(request.leaderEpoch());
      out.writeLong(request.correlationId());
      out.writeLong(request.fetchOffset());
      out.writeLong(request.durableOffset());
      out.writeLong(request.lastFetchedEpoch());
      out.writeLong(request.echoedRound());
      out.writeBoolean(request.leaving());
      out.writeInt(request.maxBytes());
    }

    static Fetch decode(ByteBuf in) {
      return new Fetch(
          new FetchRequest(
              Fields.readUuid(in),
              in.readInt(),
              Values.readMember(in),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readBoolean(),
              in.readInt()));
    }
  }

  /**
   * The leader's answer to a fetch. The batches, copied as the leader stored them, are the frame's
   * payload: {@link FetchResponse#batches()} does not travel and arrives empty.
   *
   * @param response the answer
   */
  record FetchReply(FetchResponse response) implements ReplicaMessage {
    private static final FetchError[] ERRORS = FetchError.values();

    @Override
    public MessageType type() {
      return MessageType.FETCH_REPLY;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, response.topicId());
      out.writeInt(response.partition());
      out.writeLong(response.leaderEpoch());
      out.writeLong(response.correlationId());
      out.writeLong(response.fetchOffset());
      Fields.writeEnum(out, response.error());
      Values.writePosition(out, response.diverging());
      out.writeLong(response.highWatermark());
      out.writeLong(response.round());
    }

    static FetchReply decode(ByteBuf in) throws WireFormatException {
      return new FetchReply(
          new FetchResponse(
              Fields.readUuid(in),
              in.readInt(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              Fields.readEnum(in, ERRORS),
              Values.readPosition(in),
              in.readLong(),
              in.readLong(),
              List.of()));
    }
  }

  /**
   * A follower's news of its durable offset. One way: nothing replies.
   *
   * @param report the news
   */
  record Report(DurableReport report) implements ReplicaMessage {
    @Override
    public MessageType type() {
      return MessageType.REPORT;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, report.topicId());
      out.writeInt(report.partition());
      Values.writeMember(out, report.follower());
      out.writeLong(report.leaderEpoch());
      out.writeLong(report.correlationId());
      out.writeLong(report.durableOffset());
    }

    static Report decode(ByteBuf in) {
      return new Report(
          new DurableReport(
              Fields.readUuid(in),
              in.readInt(),
              Values.readMember(in),
              in.readLong(),
              in.readLong(),
              in.readLong()));
    }
  }

  /**
   * The controller tells a node the state of partitions. Replies: {@link SessionMessage.Done}, or a
   * failure with {@link WireError#STALE_CONTROLLER} or {@link WireError#STALE_INCARNATION}.
   *
   * @param states one for each partition
   */
  record StateRequest(List<Metadata> states) implements ReplicaMessage {
    /** Copies the list. */
    public StateRequest {
      states = List.copyOf(states);
    }

    @Override
    public MessageType type() {
      return MessageType.STATE_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeList(out, states, Values::writeMetadata);
    }

    static StateRequest decode(ByteBuf in) throws WireFormatException {
      return new StateRequest(Fields.readList(in, Values.METADATA_BYTES_MIN, Values::readMetadata));
    }
  }

  /**
   * A leader tells the controller that it changed a partition's in-sync set. Replies: {@link
   * SessionMessage.Done}.
   *
   * @param topicId the topic
   * @param partition the partition
   */
  record ChangeNotice(UUID topicId, int partition) implements ReplicaMessage {
    @Override
    public MessageType type() {
      return MessageType.CHANGE_NOTICE;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, topicId);
      out.writeInt(partition);
    }

    static ChangeNotice decode(ByteBuf in) {
      return new ChangeNotice(Fields.readUuid(in), in.readInt());
    }
  }

  /**
   * A node that stops in order, or whose storage failed, asks the controller to hand its
   * leaderships over. Replies: {@link SessionMessage.Done} once it leads nothing that another could
   * lead.
   *
   * @param node its node id
   * @param incarnation its incarnation
   */
  record LeaveRequest(int node, long incarnation) implements ReplicaMessage {
    @Override
    public MessageType type() {
      return MessageType.LEAVE_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      out.writeInt(node);
      out.writeLong(incarnation);
    }

    static LeaveRequest decode(ByteBuf in) {
      return new LeaveRequest(in.readInt(), in.readLong());
    }
  }
}
