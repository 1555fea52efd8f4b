package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;

/** What any two ends of a connection say to each other. */
public sealed interface SessionMessage extends Message {
  /**
   * The first message of the side that dialled.
   *
   * @param cluster the cluster it belongs to
   * @param node its node id, 0 for a client
   * @param name the client id, or the node's name, for log lines
   */
  record Hello(String cluster, int node, String name) implements SessionMessage {
    @Override
    public MessageType type() {
      return MessageType.HELLO;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeText(out, cluster);
      out.writeInt(node);
      Fields.writeText(out, name);
    }

    static Hello decode(ByteBuf in) throws WireFormatException {
      return new Hello(Fields.readText(in), in.readInt(), Fields.readText(in));
    }
  }

  /**
   * The answer to {@link Hello}.
   *
   * @param node the node id of the side that listens
   */
  record Welcome(int node) implements SessionMessage {
    @Override
    public MessageType type() {
      return MessageType.WELCOME;
    }

    @Override
    public void encode(ByteBuf out) {
      out.writeInt(node);
    }

    static Welcome decode(ByteBuf in) {
      return new Welcome(in.readInt());
    }
  }

  /** Asks whether the other side is alive; answered with {@link Done} by the connection itself. */
  record Ping() implements SessionMessage {
    @Override
    public MessageType type() {
      return MessageType.PING;
    }

    @Override
    public void encode(ByteBuf out) {}

    static Ping decode(ByteBuf in) {
      return new Ping();
    }
  }

  /** The reply to a request that has nothing to tell but that it succeeded. */
  record Done() implements SessionMessage {
    @Override
    public MessageType type() {
      return MessageType.DONE;
    }

    @Override
    public void encode(ByteBuf out) {}

    static Done decode(ByteBuf in) {
      return new Done();
    }
  }

  /**
   * The reply to a request that failed.
   *
   * @param error why
   * @param hint the node to ask instead, 0 when unknown or not applicable
   * @param detail one line that names what is at fault; may be empty
   */
  record Failure(WireError error, int hint, String detail) implements SessionMessage {
    private static final WireError[] ERRORS = WireError.values();

    @Override
    public MessageType type() {
      return MessageType.FAILURE;
    }

    @Override
    public void encode(ByteBuf out) {
      Fields.writeEnum(out, error);
      out.writeInt(hint);
      Fields.writeText(out, detail);
    }

    static Failure decode(ByteBuf in) throws WireFormatException {
      return new Failure(Fields.readEnum(in, ERRORS), in.readInt(), Fields.readText(in));
    }
  }
}
