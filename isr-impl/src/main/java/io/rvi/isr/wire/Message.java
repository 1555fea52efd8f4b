package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;

/**
 * A message between nodes, or between a client and a node. Record batches travel beside the message
 * as the frame's payload, never inside it.
 */
public sealed interface Message permits SessionMessage, ClientMessage, ReplicaMessage {
  /** Its type on the wire. */
  MessageType type();

  /**
   * Writes the fields in the order of the record's components.
   *
   * @param out where to
   */
  void encode(ByteBuf out);
}
