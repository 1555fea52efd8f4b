package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.link.NodeLink;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.Topic;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node asks of the catalog's leader. This node's own replica of the catalog may be behind;
 * so nothing is opened, deleted or moved but on such an answer. Waits, with a bound, and is asked
 * again by whoever needs an answer.
 */
final class CatalogCalls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogCalls.class);
  private static final long ANSWER_MAX_MS = 2_000;

  private final NodeSpec spec;
  private final RaftServer server;
  private final RaftGroupId catalog;
  private final Map<NodeId, NodeLink> links = new HashMap<>();
  private boolean closed;

  CatalogCalls(NodeSpec spec, RaftServer server) {
    this.spec = spec;
    this.server = server;
    this.catalog = Names.catalog(spec.cluster());
  }

  /** A topic as the catalog's leader has it, sure that it leads; empty when there was no answer. */
  Optional<Topic> find(String topic) {
    return answer(link -> link.read(catalog, new Query.Lookup(topic).encode(), true));
  }

  /** Changes a row; the topic as it is then, or empty when there was no answer. */
  Optional<Topic> change(ChangeRow command) {
    return answer(link -> link.write(catalog, command.encode()));
  }

  private interface Call {
    CompletableFuture<RaftClientReply> send(NodeLink link);
  }

  private Optional<Topic> answer(Call call) {
    NodeLink link = link();
    if (link == null) {
      return Optional.empty();
    }
    try {
      RaftClientReply reply = call.send(link).get(ANSWER_MAX_MS, TimeUnit.MILLISECONDS);
      ByteString content = reply.isSuccess() ? reply.getMessage().getContent() : ByteString.EMPTY;
      return content.isEmpty() ? Optional.empty() : Optional.of(Topic.parse(content));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: asking the catalog: {}", spec.id(), e.toString());
    }
    return Optional.empty();
  }

  private synchronized @Nullable NodeLink link() {
    NodeId leader = leader();
    Endpoint endpoint = leader == null || closed ? null : spec.peers().get(leader);
    if (leader == null || endpoint == null) {
      return null;
    }
    NodeLink known = links.get(leader);
    if (known != null && !known.broken()) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    NodeLink fresh = NodeLink.to(leader, endpoint, RatisProperties.client(spec.settings()));
    links.put(leader, fresh);
    return fresh;
  }

  private @Nullable NodeId leader() {
    try {
      RaftPeerId leader = server.getDivision(catalog).getInfo().getLeaderId();
      return leader == null ? null : Names.node(leader);
    } catch (IOException e) {
      return null; // Not open yet, or closed.
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    links.values().forEach(NodeLink::close);
    links.clear();
  }
}
