package io.rvi.isr.client;

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
import io.rvi.isr.wire.WireError;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client's links to the nodes of its cluster. Used on the event loop alone. */
final class Nodes {
  private final TreeMap<Integer, Link> links = new TreeMap<>();
  private final List<Link> inTurn;
  private final Set<NodeId> ids;

  /** The place in {@link #inTurn} of the next node to ask; wraps. */
  private int turn;

  Nodes(ClientSpec spec, ClientSettings settings, Transport transport, EventLoop loop) {
    for (Map.Entry<NodeId, Endpoint> node : spec.nodes().entrySet()) {
      LinkTarget target =
          new LinkTarget(
              spec.cluster(),
              node.getKey().value(),
              node.getValue(),
              0,
              "client " + spec.clientId(),
              settings.detectionNanos(),
              settings.detectionNanos());
      links.put(node.getKey().value(), transport.link(target, loop, new NoRequests()));
    }
    ids = Set.copyOf(spec.nodes().keySet());
    inTurn = new ArrayList<>(links.values());
    turn = Math.floorMod(spec.clientId().hashCode(), inTurn.size());
  }

  /** A node sends a client no requests. */
  private static final class NoRequests implements RequestHandler {
    @Override
    public void requested(
        Connection connection, int correlation, Message request, ByteBuf payload) {
      connection.refuse(correlation, WireError.UNSUPPORTED, 0, "this is a client");
    }
  }

  /** Every node of the cluster. */
  Set<NodeId> ids() {
    return ids;
  }

  int size() {
    return inTurn.size();
  }

  /** The link to a node, or null when the client has not been told of it. */
  @Nullable Link link(int node) {
    return links.get(node);
  }

  List<Link> all() {
    return inTurn;
  }

  /** Another node than last time. */
  Link next() {
    Link link = inTurn.get(turn);
    turn = (turn + 1) % inTurn.size();
    return link;
  }

  /** Asks a node that is not the one given, unless there is no other. */
  void askOther(int than, Message message, long timeoutNanos, ReplyHandler handler) {
    Link link = next();
    if (link.node() == than && inTurn.size() > 1) {
      link = next();
    }
    link.request(message, null, timeoutNanos, handler);
  }

  void close(String reason) {
    inTurn.forEach(link -> link.close(reason));
  }
}
