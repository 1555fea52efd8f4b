package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;

/** What becomes of a request: exactly one of the calls, on the connection's event loop. */
public interface ReplyHandler {
  /**
   * Takes the reply, which may be a {@link SessionMessage.Failure}.
   *
   * @param reply the message
   * @param payload the record batches beside it; valid during the call unless retained
   */
  void replied(Message reply, ByteBuf payload);

  /**
   * Learns that no reply will come. The request may have taken effect.
   *
   * @param reason one line: the connection broke or was closed, or the reply is overdue
   */
  void lost(String reason);

  /**
   * Learns that the request was never sent, so that it has no effect.
   *
   * @param reason one line: there is no connection
   */
  default void notSent(String reason) {
    lost(reason);
  }
}
