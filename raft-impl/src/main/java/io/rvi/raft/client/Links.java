package io.rvi.raft.client;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.link.NodeLink;
import io.rvi.spi.ClientSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.ratis.conf.RaftProperties;

/**
 * A client's connections: one to each node for questions, shared by all partitions, and those that
 * each partition's appender opens to its leader for itself. So a large read or an error in one
 * partition never holds up the appends of another.
 */
final class Links {
  private final ClientSpec spec;
  private final RaftProperties properties;
  private final Map<NodeId, NodeLink> shared = new HashMap<>();
  private final Set<NodeLink> open = new HashSet<>();
  private boolean closed;

  Links(ClientSpec spec) {
    this.spec = spec;
    this.properties = RatisProperties.client(spec.settings());
  }

  /** The connection to a node for questions. */
  synchronized NodeLink shared(NodeId node) {
    NodeLink link = shared.get(node);
    if (link == null || link.broken()) {
      if (link != null) {
        drop(link);
      }
      link = open(node);
      shared.put(node, link);
    }
    return link;
  }

  /** A new connection to a node, the caller's to {@link #drop}. */
  synchronized NodeLink open(NodeId node) {
    var endpoint = spec.nodes().get(node);
    if (endpoint == null) {
      throw new IllegalStateException(
          "no address for node " + node + "; this client knows " + spec.nodes().keySet());
    }
    NodeLink link = NodeLink.to(node, endpoint, properties);
    if (closed) {
      link.close();
    } else {
      open.add(link);
    }
    return link;
  }

  /** Ends a connection. */
  synchronized void drop(NodeLink link) {
    open.remove(link);
    link.close();
  }

  /** Ends all connections, and all opened later. */
  void close() {
    Set<NodeLink> rest;
    synchronized (this) {
      closed = true;
      rest = new HashSet<>(open);
      open.clear();
    }
    rest.forEach(NodeLink::close);
  }
}
