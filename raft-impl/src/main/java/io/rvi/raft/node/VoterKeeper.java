package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.Row;
import io.rvi.raft.wire.Topic;
import io.rvi.spi.NodeSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the voters of the groups that this node leads to what the catalog wants, on a thread of
 * its own, one node at a time:
 *
 * <ol>
 *   <li>a node whose replica is lost is dropped;
 *   <li>a node that is new and ready is added: Ratis first brings it level;
 *   <li>if this node shall leave, it hands leadership over to one that stays;
 *   <li>whoever shall leave is dropped;
 *   <li>the catalog is told that the target is reached, and those that left delete their replicas.
 * </ol>
 *
 * Each step follows from the voters as they are, so any leader carries on where another ended.
 */
final class VoterKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(VoterKeeper.class);
  private static final long PERIOD_MS = 100;

  /** Ratis gives a newcomer up that makes no progress; one that does may take long. */
  private static final long CHANGE_MAX_MS = 10_000;

  private final NodeSpec spec;
  private final RaftServer server;
  private final GroupCarrier carrier;
  private final ReplicaKeeper replicas;
  private final CatalogCalls catalog;
  private final ScheduledThreadPoolExecutor thread;

  VoterKeeper(
      NodeSpec spec,
      RaftServer server,
      GroupCarrier carrier,
      ReplicaKeeper replicas,
      CatalogCalls catalog) {
    this.spec = spec;
    this.server = server;
    this.carrier = carrier;
    this.replicas = replicas;
    this.catalog = catalog;
    this.thread = RaftNode.timer(spec.id(), "voters");
  }

  void start() {
    var unused =
        thread.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  void close() {
    RaftNode.end(thread, spec.id() + "-voters");
  }

  private void look() {
    for (GroupEntry entry : carrier.created()) {
      try {
        Optional<RaftServer.Division> division = carrier.division(entry);
        if (division.isPresent() && isDue(entry, division.get())) {
          Optional<Topic> topic = catalog.find(entry.topic());
          if (topic.isPresent()) {
            step(entry, division.get(), topic.get().rows().get(entry.partition()));
          }
        }
      } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
        LOG.info("{}: voters of {}: {}", spec.id(), entry.name(), e.toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private boolean isDue(GroupEntry entry, RaftServer.Division division) {
    Row row = entry.isCatalog() ? null : replicas.row(entry);
    return row != null
        && division.getInfo().isLeader()
        && division.getInfo().isLeaderReady()
        && (!row.lost().isEmpty()
            || !row.replicas().equals(row.target())
            || !voters(division).equals(Set.copyOf(row.target())));
  }

  private static Set<NodeId> voters(RaftServer.Division division) {
    return Names.nodes(division.getRaftConf().getCurrentPeers());
  }

  private void step(GroupEntry entry, RaftServer.Division division, Row row)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    Set<NodeId> voters = voters(division);
    for (NodeId lost : row.lost()) {
      boolean dropped = vote(division, without(voters, lost));
      if (dropped) {
        tell(ChangeRow.Kind.DROPPED, entry, row, List.of(lost));
      }
      return;
    }
    for (NodeId node : row.target()) {
      if (!voters.contains(node) && row.ready().contains(node)) {
        Set<NodeId> more = new HashSet<>(voters);
        more.add(node);
        boolean unused = vote(division, more);
        return;
      }
    }
    if (!voters.containsAll(row.target())) {
      return; // Some have not said yet that they are ready.
    }
    if (!row.target().contains(spec.id())) {
      handOver(division, row.target());
      return;
    }
    for (NodeId voter : voters) {
      if (!row.target().contains(voter)) {
        boolean unused = vote(division, without(voters, voter));
        return;
      }
    }
    boolean reached = vote(division, voters); // Nothing changes; but only what is committed counts.
    if (reached && !row.replicas().equals(row.target())) {
      tell(ChangeRow.Kind.REACHED, entry, row, List.of());
    }
  }

  private static Set<NodeId> without(Set<NodeId> nodes, NodeId node) {
    Set<NodeId> fewer = new HashSet<>(nodes);
    fewer.remove(node);
    return fewer;
  }

  private void tell(ChangeRow.Kind kind, GroupEntry entry, Row row, List<NodeId> nodes) {
    var unused =
        catalog.change(
            new ChangeRow(kind, entry.topic(), entry.partition(), row.generation(), nodes));
  }

  /** Makes the voters of a group these; true once that is committed. */
  private boolean vote(RaftServer.Division division, Set<NodeId> voters)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    SetConfigurationRequest.Arguments arguments =
        SetConfigurationRequest.Arguments.newBuilder()
            .setServersInNewConf(voters.stream().sorted().map(carrier::peer).toList())
            .build();
    RaftClientReply reply =
        server
            .setConfigurationAsync(
                new SetConfigurationRequest(
                    ClientId.randomId(),
                    server.getId(),
                    division.getMemberId().getGroupId(),
                    0,
                    arguments))
            .get(CHANGE_MAX_MS, TimeUnit.MILLISECONDS);
    if (!reply.isSuccess()) {
      LOG.info(
          "{}: {}: {}", spec.id(), division.getMemberId(), String.valueOf(reply.getException()));
    }
    return reply.isSuccess();
  }

  private void handOver(RaftServer.Division division, List<NodeId> target)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    List<NodeId> others = new ArrayList<>(target);
    others.remove(spec.id());
    for (NodeId node : others) {
      RaftClientReply reply =
          HandOver.to(server, division, Names.peer(node)).get(CHANGE_MAX_MS, TimeUnit.MILLISECONDS);
      if (reply.isSuccess()) {
        return;
      }
    }
  }
}
