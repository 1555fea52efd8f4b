package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;

/** What a node does with the requests that arrive. Called on the connection's event loop. */
public interface RequestHandler {
  /**
   * Takes a request.
   *
   * @param connection where it came from, and where {@link Connection#reply} answers it
   * @param correlation names the request to {@link Connection#reply}
   * @param request the message
   * @param payload the record batches beside it; valid during the call unless retained
   * @implSpec Must not block. Every request but {@link ReplicaMessage.Report} must get exactly one
   *     reply while the connection is open.
   */
  void requested(Connection connection, int correlation, Message request, ByteBuf payload);

  /**
   * Learns that a connection is gone: requests of it need no reply.
   *
   * @param connection which
   */
  default void closed(Connection connection) {}
}
