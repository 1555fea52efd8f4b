package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.rvi.api.Consistency;
import java.util.List;
import java.util.UUID;

/** What clients and nodes say to each other. Node ids are 1 or more; 0 means none. */
public sealed interface ClientMessage extends Message {
  private static void requirePartition(int partition) {
    if (partition < 0) {
      throw new IllegalArgumentException("partition " + partition);
    }
  }

  private static void requireNode(int node) {
    if (node < 1) {
      throw new IllegalArgumentException("node " + node);
    }
  }

  /**
   * Asks any node what it knows of a topic. Replies: {@link MetadataReply}, or a failure with
   * {@link WireError#UNKNOWN_TOPIC}.
   *
   * @param topic the topic's name
   */
  record MetadataRequest(String topic) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.METADATA_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeText(out, topic);
    }

    static MetadataRequest decode(ByteBuf in) throws WireFormatException {
      return new MetadataRequest(Fields.readText(in));
    }
  }

  /**
   * A topic as the answering node knows it; may be stale.
   *
   * @param topicId the topic's identity; another topic of the same name has another
   * @param partitions its partitions, by number
   */
  record MetadataReply(UUID topicId, List<PartitionMetadata> partitions) implements ClientMessage {
    /** Copies the list. */
    public MetadataReply {
      partitions = List.copyOf(partitions);
    }

    @Override
    public MessageType type() {
      return MessageType.METADATA_REPLY;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, topicId);
      Fields.writeList(out, partitions, (to, partition) -> partition.encode(to));
    }

    static MetadataReply decode(ByteBuf in) throws WireFormatException {
      return new MetadataReply(
          Fields.readUuid(in),
          Fields.readList(in, PartitionMetadata.BYTES_MIN, PartitionMetadata::decode));
    }
  }

  /**
   * Creates a topic, sent to any node. Replies: {@link SessionMessage.Done} once it exists (also
   * when it existed with this shape), or a failure: {@link WireError#NOT_CONTROLLER} with a hint,
   * {@link WireError#TOPIC_EXISTS}, {@link WireError#INVALID_ARGUMENT}.
   *
   * @param topic the topic's name
   * @param partitions 1 or more
   * @param replicas 1 or more
   */
  record CreateTopicRequest(String topic, int partitions, int replicas) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.CREATE_TOPIC_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeText(out, topic);
      out.writeInt(partitions);
      out.writeInt(replicas);
    }

    static CreateTopicRequest decode(ByteBuf in) throws WireFormatException {
      return new CreateTopicRequest(Fields.readText(in), in.readInt(), in.readInt());
    }
  }

  /**
   * Moves a partition to other nodes, sent to any node, again until it is done. Replies: {@link
   * SessionMessage.Done}; {@link WireError#NOT_READY} while it is under way, saying what it waits
   * for; or a failure: {@link WireError#NOT_CONTROLLER} with a hint, {@link
   * WireError#INVALID_ARGUMENT}.
   *
   * @param topic the topic's name
   * @param partition the partition
   * @param replicas node ids, the preferred leader first
   * @param begun false: done when the wish is stored. True: done when it is carried out; changes
   *     nothing
   */
  record ReassignRequest(String topic, int partition, List<Integer> replicas, boolean begun)
      implements ClientMessage {
    /** Checks the ranges and copies the list. */
    public ReassignRequest {
      replicas = List.copyOf(replicas);
      requirePartition(partition);
      replicas.forEach(ClientMessage::requireNode);
    }

    @Override
    public MessageType type() {
      return MessageType.REASSIGN_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeText(out, topic);
      out.writeInt(partition);
      Fields.writeInts(out, replicas);
      out.writeBoolean(begun);
    }

    static ReassignRequest decode(ByteBuf in) throws WireFormatException {
      return new ReassignRequest(
          Fields.readText(in), in.readInt(), Fields.readInts(in), in.readBoolean());
    }
  }

  /**
   * Hands the leadership of a partition over, sent to any node, again until it is done. Replies: as
   * {@link ReassignRequest}.
   *
   * @param topic the topic's name
   * @param partition the partition
   * @param leader the node that shall lead
   */
  record TransferRequest(String topic, int partition, int leader) implements ClientMessage {
    /** Checks the ranges. */
    public TransferRequest {
      requirePartition(partition);
      requireNode(leader);
    }

    @Override
    public MessageType type() {
      return MessageType.TRANSFER_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeText(out, topic);
      out.writeInt(partition);
      out.writeInt(leader);
    }

    static TransferRequest decode(ByteBuf in) throws WireFormatException {
      return new TransferRequest(Fields.readText(in), in.readInt(), in.readInt());
    }
  }

  /**
   * Asks a node about its own replicas of a topic. Replies: {@link DescribeReply}.
   *
   * @param topicId the topic
   */
  record DescribeRequest(UUID topicId) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.DESCRIBE_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, topicId);
    }

    static DescribeRequest decode(ByteBuf in) {
      return new DescribeRequest(Fields.readUuid(in));
    }
  }

  /**
   * The answering node's own replicas of a topic.
   *
   * @param replicas one entry for each partition that has a replica there
   */
  record DescribeReply(List<ReplicaReport> replicas) implements ClientMessage {
    /** Copies the list. */
    public DescribeReply {
      replicas = List.copyOf(replicas);
    }

    @Override
    public MessageType type() {
      return MessageType.DESCRIBE_REPLY;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeList(out, replicas, (to, replica) -> replica.encode(to));
    }

    static DescribeReply decode(ByteBuf in) throws WireFormatException {
      return new DescribeReply(Fields.readList(in, ReplicaReport.BYTES_MIN, ReplicaReport::decode));
    }
  }

  /**
   * Appends the batch that is the frame's payload. Replies: {@link ProduceReply} once committed, or
   * a failure whose error says what became of the batch.
   *
   * @param topicId the topic
   * @param partition the partition
   */
  record ProduceRequest(UUID topicId, int partition) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.PRODUCE_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, topicId);
      out.writeInt(partition);
    }

    static ProduceRequest decode(ByteBuf in) {
      return new ProduceRequest(Fields.readUuid(in), in.readInt());
    }
  }

  /**
   * Where a batch was committed.
   *
   * @param baseOffset offset of its first record; of a repeated batch, the offset it had
   * @param epoch epoch of the leader that acknowledges
   */
  record ProduceReply(long baseOffset, long epoch) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.PRODUCE_REPLY;
    }

    @Override
    public void encode(ByteBuf out) {
      out.writeLong(baseOffset);
      out.writeLong(epoch);
    }

    static ProduceReply decode(ByteBuf in) {
      return new ProduceReply(in.readLong(), in.readLong());
    }
  }

  /**
   * Reads committed records, or only the high watermark. Replies: {@link ReadReply} with whole
   * batches as payload, the first of which may begin before the offset; or a failure.
   *
   * @param topicId the topic
   * @param partition the partition
   * @param fromOffset first offset wanted; -1 asks for the high watermark alone
   * @param bytesMax bound on the payload; one larger batch comes alone
   * @param consistency how fresh the answer must be
   * @param waitMaxMs how long to wait for a record when there is none yet, 0 or more
   */
  record ReadRequest(
      UUID topicId,
      int partition,
      long fromOffset,
      int bytesMax,
      Consistency consistency,
      int waitMaxMs)
      implements ClientMessage {
    private static final Consistency[] CONSISTENCIES = Consistency.values();

    @Override
    public MessageType type() {
      return MessageType.READ_REQUEST;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeUuid(out, topicId);
      out.writeInt(partition);
      out.writeLong(fromOffset);
      out.writeInt(bytesMax);
      Fields.writeEnum(out, consistency);
      out.writeInt(waitMaxMs);
    }

    static ReadRequest decode(ByteBuf in) throws WireFormatException {
      return new ReadRequest(
          Fields.readUuid(in),
          in.readInt(),
          in.readLong(),
          in.readInt(),
          Fields.readEnum(in, CONSISTENCIES),
          in.readInt());
    }
  }

  /**
   * The answer to a read; the batches are the payload.
   *
   * @param startOffset the log's first offset
   * @param highWatermark the high watermark when it was read
   */
  record ReadReply(long startOffset, long highWatermark) implements ClientMessage {
    @Override
    public MessageType type() {
      return MessageType.READ_REPLY;
    }

    @Override
    public void encode(ByteBuf out) {
      out.writeLong(startOffset);
      out.writeLong(highWatermark);
    }

    static ReadReply decode(ByteBuf in) {
      return new ReadReply(in.readLong(), in.readLong());
    }
  }
}
