package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.link.NodeLink;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node asks of the other nodes about their replicas of the catalog, whether it carries one
 * or not. Each call waits, with a bound. For one thread, but for {@link #close}.
 */
final class CatalogPeers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogPeers.class);
  private static final long ANSWER_MAX_MS = 2_000;

  private final NodeSpec spec;
  private final GroupCarrier carrier;
  private final RaftGroupId catalog;
  private final Map<NodeId, NodeLink> links = new HashMap<>();

  CatalogPeers(NodeSpec spec, GroupCarrier carrier) {
    this.spec = spec;
    this.carrier = carrier;
    this.catalog = Names.catalog(spec.cluster());
  }

  /** All that answered: how their replica is, or empty for one that holds none. */
  Map<NodeId, Optional<ReplicaStatus>> ask() throws InterruptedException {
    Map<NodeId, Optional<ReplicaStatus>> heard = new TreeMap<>();
    for (NodeId node : spec.peers().keySet()) {
      if (node.equals(spec.id())) {
        continue;
      }
      try {
        heard.put(node, ask(node));
      } catch (IOException e) {
        LOG.debug("{}: asking {} for its catalog: {}", spec.id(), node, e.toString());
      }
    }
    return heard;
  }

  /** Who leads, of those that answered. */
  static Optional<ReplicaStatus> leader(Map<NodeId, Optional<ReplicaStatus>> heard) {
    return heard.values().stream()
        .flatMap(Optional::stream)
        .filter(ReplicaStatus::leading)
        .max(Comparator.comparingLong(ReplicaStatus::term));
  }

  /**
   * How one's replica is.
   *
   * @return empty when it holds none
   * @throws IOException when it did not answer
   */
  Optional<ReplicaStatus> ask(NodeId node) throws IOException, InterruptedException {
    NodeLink link = link(node);
    if (!link.groups().contains(catalog)) {
      return Optional.empty();
    }
    RaftClientReply reply = answer(link.ask(catalog, new Query.Status(catalog.getUuid()).encode()));
    ByteString content = reply.isSuccess() ? reply.getMessage().getContent() : ByteString.EMPTY;
    if (content.isEmpty()) {
      throw new IOException(node + " is closing its replica");
    }
    return Optional.of(ReplicaStatus.parse(content));
  }

  /**
   * Has a leader change the voters.
   *
   * @param leader which
   * @param from the voters as they were known
   * @param to the voters wanted
   * @return whether they are these and that is committed, as far as the leader knows
   */
  boolean configure(NodeId leader, Set<NodeId> from, Set<NodeId> to) throws IOException {
    RaftClientReply reply = link(leader).configure(catalog, peers(from), peers(to));
    if (!reply.isSuccess()) {
      LOG.info("{}: voters of the catalog: {}", spec.id(), String.valueOf(reply.getException()));
    }
    return reply.isSuccess();
  }

  private List<RaftPeer> peers(Set<NodeId> nodes) {
    return nodes.stream().sorted().map(carrier::peer).toList();
  }

  /** Has a leader commit an entry that holds nothing; true when it did. */
  boolean commit(NodeId leader) throws IOException, InterruptedException {
    return answer(link(leader).write(catalog, ByteString.EMPTY)).isSuccess();
  }

  private static RaftClientReply answer(CompletableFuture<RaftClientReply> call)
      throws IOException, InterruptedException {
    try {
      return call.get(ANSWER_MAX_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    }
  }

  private synchronized NodeLink link(NodeId node) throws IOException {
    NodeLink known = links.get(node);
    if (known != null && !known.broken()) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    Endpoint endpoint = spec.peers().get(node);
    if (endpoint == null) {
      throw new IOException("no address for node " + node);
    }
    NodeLink fresh = NodeLink.to(node, endpoint, RatisProperties.client(spec.settings()));
    links.put(node, fresh);
    return fresh;
  }

  @Override
  public synchronized void close() {
    links.values().forEach(NodeLink::close);
    links.clear();
  }
}
