package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The types of messages. A type's code on the wire never changes and is never used again. */
public enum MessageType {
  /** {@link SessionMessage.Hello}. */
  HELLO(1, SessionMessage.Hello::decode),
  /** {@link SessionMessage.Welcome}. */
  WELCOME(2, SessionMessage.Welcome::decode),
  /** {@link SessionMessage.Ping}. */
  PING(3, SessionMessage.Ping::decode),
  /** {@link SessionMessage.Done}. */
  DONE(4, SessionMessage.Done::decode),
  /** {@link SessionMessage.Failure}. */
  FAILURE(5, SessionMessage.Failure::decode),
  /** {@link ClientMessage.MetadataRequest}. */
  METADATA_REQUEST(16, ClientMessage.MetadataRequest::decode),
  /** {@link ClientMessage.MetadataReply}. */
  METADATA_REPLY(17, ClientMessage.MetadataReply::decode),
  /** {@link ClientMessage.CreateTopicRequest}. */
  CREATE_TOPIC_REQUEST(18, ClientMessage.CreateTopicRequest::decode),
  /** {@link ClientMessage.DescribeRequest}. */
  DESCRIBE_REQUEST(20, ClientMessage.DescribeRequest::decode),
  /** {@link ClientMessage.DescribeReply}. */
  DESCRIBE_REPLY(21, ClientMessage.DescribeReply::decode),
  /** {@link ClientMessage.ProduceRequest}. */
  PRODUCE_REQUEST(22, ClientMessage.ProduceRequest::decode),
  /** {@link ClientMessage.ProduceReply}. */
  PRODUCE_REPLY(23, ClientMessage.ProduceReply::decode),
  /** {@link ClientMessage.ReadRequest}. */
  READ_REQUEST(24, ClientMessage.ReadRequest::decode),
  /** {@link ClientMessage.ReadReply}. */
  READ_REPLY(25, ClientMessage.ReadReply::decode),
  /** {@link ClientMessage.ReassignRequest}. */
  REASSIGN_REQUEST(26, ClientMessage.ReassignRequest::decode),
  /** {@link ClientMessage.TransferRequest}. */
  TRANSFER_REQUEST(28, ClientMessage.TransferRequest::decode),
  /** {@link ReplicaMessage.Fetch}. */
  FETCH(32, ReplicaMessage.Fetch::decode),
  /** {@link ReplicaMessage.FetchReply}. */
  FETCH_REPLY(33, ReplicaMessage.FetchReply::decode),
  /** {@link ReplicaMessage.StateRequest}. */
  STATE_REQUEST(34, ReplicaMessage.StateRequest::decode),
  /** {@link ReplicaMessage.ChangeNotice}. */
  CHANGE_NOTICE(36, ReplicaMessage.ChangeNotice::decode),
  /** {@link ReplicaMessage.LeaveRequest}. */
  LEAVE_REQUEST(38, ReplicaMessage.LeaveRequest::decode),
  /** {@link ReplicaMessage.Report}. */
  REPORT(40, ReplicaMessage.Report::decode);

  private static final int CODE_MAX = 127;
  private static final @Nullable MessageType[] BY_CODE = new MessageType[CODE_MAX + 1];

  static {
    for (MessageType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  @SuppressWarnings("ImmutableEnumChecker") // Method references without state.
  private final Fields.Reader<Message> decoder;

  MessageType(int code, Fields.Reader<Message> decoder) {
    this.code = code;
    this.decoder = decoder;
  }

  /** The type's code on the wire. */
  int code() {
    return code;
  }

  /** Whether this is the answer to a request, and not a request. */
  boolean isReply() {
    return switch (this) {
      case WELCOME,
          DONE,
          FAILURE,
          METADATA_REPLY,
          DESCRIBE_REPLY,
          PRODUCE_REPLY,
          READ_REPLY,
          FETCH_REPLY ->
          true;
      default -> false;
    };
  }

  /** Whether this is a request that somebody waits for an answer to. */
  boolean isRequest() {
    return !isReply() && this != REPORT;
  }

  static MessageType of(int code) throws WireFormatException {
    MessageType type = code >= 0 && code <= CODE_MAX ? BY_CODE[code] : null;
    if (type == null) {
      throw new WireFormatException("message type " + code + " is not known");
    }
    return type;
  }

  /** Reads the message whose fields are exactly the readable bytes. */
  Message decode(ByteBuf fields) throws WireFormatException {
    Message message;
    try {
      message = decoder.read(fields);
    } catch (IndexOutOfBoundsException e) {
      throw new WireFormatException("a " + this + " is cut short");
    } catch (IllegalArgumentException e) {
      throw new WireFormatException("a " + this + " is not possible: " + e.getMessage());
    }
    if (fields.isReadable()) {
      throw new WireFormatException("a " + this + " has " + fields.readableBytes() + " bytes more");
    }
    return message;
  }
}
