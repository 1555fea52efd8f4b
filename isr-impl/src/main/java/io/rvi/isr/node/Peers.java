package io.rvi.isr.node;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.rvi.api.NodeId;
import io.rvi.isr.wire.Connection;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.LinkTarget;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.RequestHandler;
import io.rvi.isr.wire.Transport;
import io.rvi.spi.NodeSpec;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Links to the other nodes, each dialled at the address that the node's spec gives and no other.
 */
final class Peers {
  /** Loopback and data-centre links connect in milliseconds; a dead host must not hold a dial. */
  private static final long CONNECT_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

  private final Map<NodeId, Link> links = new TreeMap<>();

  Peers(NodeSpec spec, Transport transport, EventLoop loop, RequestHandler requests) {
    spec.peers()
        .forEach(
            (node, endpoint) -> {
              if (!node.equals(spec.id())) {
                LinkTarget target =
                    new LinkTarget(
                        spec.cluster(),
                        node.value(),
                        endpoint,
                        spec.id().value(),
                        "node " + spec.id().value(),
                        CONNECT_NANOS_MAX);
                links.put(node, transport.link(target, loop, requests));
              }
            });
  }

  /** Dials whoever is not connected, so that the first message after a failover finds a link. */
  void dial() {
    links.values().forEach(Link::dial);
  }

  /** Closes the links for good; what waits on them is lost. */
  void close() {
    links.values().forEach(link -> link.close("the node stops"));
  }

  /**
   * Sends a request. One that is lost, or overdue, takes its connection with it: the next request
   * dials anew, which a link that was cut and healed answers sooner than its old connection.
   *
   * @param node whom to ask
   * @param message what
   * @param timeoutMs how long to wait for the reply
   * @param replied takes the reply
   * @param lost told once instead when there will be none
   */
  void request(
      NodeId node,
      Message message,
      long timeoutMs,
      BiConsumer<Message, ByteBuf> replied,
      Runnable lost) {
    Link link = links.get(node);
    if (link == null) {
      lost.run();
      return;
    }
    link.request(
        message,
        null,
        TimeUnit.MILLISECONDS.toNanos(timeoutMs),
        new ReplyHandler() {
          @Override
          public void replied(Message reply, ByteBuf payload) {
            replied.accept(reply, payload);
          }

          @Override
          public void lost(String reason) {
            link.drop(reason);
            lost.run();
          }
        });
  }

  /** Sends what has no reply, if the node is connected now. */
  void tell(NodeId node, Message message) {
    Link link = links.get(node);
    Connection connection = link == null ? null : link.connection();
    if (connection != null) {
      connection.tell(message);
    }
  }
}
