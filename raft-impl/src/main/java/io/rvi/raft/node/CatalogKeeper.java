package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.ReplicaStatus;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives this node its replica of the catalog, on a thread of its own. Every node is to be a voter
 * of it; but one whose directory was emptied has forgotten what it voted for and acknowledged, and
 * there is nothing above the catalog that would know. So a node that holds no catalog asks all
 * others:
 *
 * <ul>
 *   <li>all say that they hold none, or one that has never had a leader: the cluster is new, and
 *       this node is one of the first voters. An earlier life of it can have voted with nobody;
 *   <li>one says that its replica has had a leader: this node is taken for an emptied one. It opens
 *       nothing, has itself dropped from the voters, by a leader with a majority without it, and
 *       begins anew as a replica of no vote that is to be added;
 *   <li>otherwise it waits.
 * </ul>
 */
final class CatalogKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogKeeper.class);
  private static final long PERIOD_MS = 50;

  private final NodeSpec spec;
  private final GroupRegistry registry;
  private final GroupCarrier carrier;
  private final CatalogPeers peers;
  private final Consumer<String> failed;
  private final ScheduledThreadPoolExecutor thread;

  /**
   * A keeper that does nothing before {@link #start}.
   *
   * @param failed told when the catalog can't be opened
   */
  CatalogKeeper(
      NodeSpec spec, GroupRegistry registry, GroupCarrier carrier, Consumer<String> failed) {
    this.spec = spec;
    this.registry = registry;
    this.carrier = carrier;
    this.peers = new CatalogPeers(spec, carrier);
    this.failed = failed;
    this.thread = RaftNode.timer(spec.id(), "catalog");
  }

  /** Begins; a cluster of one node has its catalog when this returns. */
  void start() throws StartException {
    if (spec.peers().size() == 1) {
      found();
      return;
    }
    var unused = thread.scheduleWithFixedDelay(this::look, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  void close() {
    RaftNode.end(thread, spec.id() + "-catalog");
    peers.close();
  }

  private void look() {
    try {
      GroupEntry entry = registry.find(GroupEntry.CATALOG);
      if (entry == null) {
        begin();
      } else if (isOpenWithoutVote(entry)) {
        askForVote();
      }
    } catch (StartException e) {
      failed.accept(String.valueOf(e.getMessage()));
    } catch (IOException | RuntimeException e) {
      LOG.info("{}: its replica of the catalog: {}", spec.id(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin() throws StartException, IOException, InterruptedException {
    Map<NodeId, Optional<ReplicaStatus>> heard = peers.ask();
    boolean hadLeader =
        heard.values().stream().anyMatch(held -> held.filter(CatalogKeeper::hadLeader).isPresent());
    if (!hadLeader) {
      if (heard.size() == spec.peers().size() - 1) {
        found();
      }
      return;
    }
    Optional<ReplicaStatus> leader = CatalogPeers.leader(heard);
    if (leader.isPresent() && isDropped(leader.get())) {
      LOG.warn("{}: no catalog here, but the cluster has one: begins anew, no voter", spec.id());
      GroupEntry entry = GroupEntry.catalog(others());
      carrier.plan(entry);
      carrier.open(entry);
    }
  }

  private void found() throws StartException {
    carrier.openNew(GroupEntry.catalog(spec.peers().keySet().stream().sorted().toList()));
  }

  /** A term is begun by whoever is sure of a majority's votes. */
  private static boolean hadLeader(ReplicaStatus status) {
    return status.term() > 0;
  }

  private List<NodeId> others() {
    return spec.peers().keySet().stream().filter(n -> !n.equals(spec.id())).sorted().toList();
  }

  /**
   * Whether a leader has, since it was asked, committed something with voters that this node is not
   * among. What it said before that proves nothing: it may have been deposed unawares.
   */
  private boolean isDropped(ReplicaStatus leader) throws IOException, InterruptedException {
    Set<NodeId> rest = new TreeSet<>(leader.voters());
    rest.remove(spec.id());
    if (rest.isEmpty()
        || !peers.configure(leader.node(), leader.voters(), rest)
        || !peers.commit(leader.node())) {
      return false;
    }
    Optional<ReplicaStatus> after = peers.ask(leader.node());
    return after.isPresent()
        && after.get().leading()
        && after.get().term() == leader.term()
        && !after.get().voters().contains(spec.id());
  }

  private boolean isOpenWithoutVote(GroupEntry entry) {
    return carrier
        .division(entry)
        .filter(division -> division.getInfo().isAlive())
        .filter(division -> !voters(division).contains(spec.id()))
        .isPresent();
  }

  private static Set<NodeId> voters(RaftServer.Division division) {
    return Names.nodes(division.getRaftConf().getCurrentPeers());
  }

  private void askForVote() throws IOException, InterruptedException {
    Optional<ReplicaStatus> leader = CatalogPeers.leader(peers.ask());
    if (leader.isPresent()) {
      Set<NodeId> more = new TreeSet<>(leader.get().voters());
      more.add(spec.id());
      boolean unused = peers.configure(leader.get().node(), leader.get().voters(), more);
    }
  }
}
