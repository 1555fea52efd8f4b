package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Connections;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Party;
import io.rvi.bench.lab.ZooKeeperEnsemble;
import io.rvi.bench.lab.link.CutStyle;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lets a node's ZooKeeper session expire: the node's links to ZooKeeper are silent until the
 * ensemble has given its session up. All its other links go on.
 *
 * @param aim whose
 */
record SessionExpiryFault(Aim aim) implements Fault {
  private static final long REGISTRATION_WAIT_MS = 10_000;
  private static final long EXPIRY_WAIT_MS = 60_000;
  private static final long POLL_MS = 100;

  @Override
  public String name() {
    return "session-expiry";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return ZooKeeperFault.unavailableEnsemble(spec)
        .or(() -> PartitionFault.unavailable(name(), 1, spec));
  }

  @Override
  public Injected inject(Scene scene) {
    Cluster cluster = scene.cluster();
    Connections links =
        cluster.connections().orElseThrow(() -> new LabException("there are no links"));
    ZooKeeperEnsemble ensemble =
        cluster.zooKeeper().orElseThrow(() -> new LabException("there is no ZooKeeper"));
    List<NodeId> nodes = aim.resolve(scene);
    if (nodes.size() != 1) {
      throw new LabException(name() + " is aimed at one node, not at " + nodes);
    }
    NodeId node = nodes.get(0);
    OptionalLong before = awaitSession(ensemble, node);
    cut(links, ensemble, node);
    long deadline = System.nanoTime() + EXPIRY_WAIT_MS * 1_000_000;
    while (session(ensemble, node).equals(before)) {
      if (deadline - System.nanoTime() < 0) {
        heal(links, ensemble, node);
        throw new LabException("the session of " + node + " did not expire in " + EXPIRY_WAIT_MS);
      }
      Pause.millis(POLL_MS);
    }
    long expired = before.getAsLong();
    return new Injected() {
      @Override
      public String what() {
        return name() + " [" + node + "]";
      }

      @Override
      public Proof landed() {
        OptionalLong now = session(ensemble, node);
        boolean gone = now.isEmpty() || now.getAsLong() != expired;
        return new Proof(gone, "session 0x" + Long.toHexString(expired) + (gone ? " gone" : ""));
      }

      @Override
      public void heal() {
        SessionExpiryFault.heal(links, ensemble, node);
      }
    };
  }

  /** A node may be about to register again, after a fault before this one. */
  private static OptionalLong awaitSession(ZooKeeperEnsemble ensemble, NodeId node) {
    long deadline = System.nanoTime() + REGISTRATION_WAIT_MS * 1_000_000;
    OptionalLong session = session(ensemble, node);
    while (session.isEmpty()) {
      if (deadline - System.nanoTime() < 0) {
        throw new LabException(
            node + " has no ZooKeeper session to expire, not for " + REGISTRATION_WAIT_MS + " ms");
      }
      Pause.millis(POLL_MS);
      session = session(ensemble, node);
    }
    return session;
  }

  private static OptionalLong session(ZooKeeperEnsemble ensemble, NodeId node) {
    try {
      return ensemble.session(node);
    } catch (StartException e) {
      throw new LabException("cannot ask for the session of " + node + ": " + e.getMessage(), e);
    }
  }

  private static void cut(Connections links, ZooKeeperEnsemble ensemble, NodeId node) {
    for (int id = 1; id <= ensemble.servers(); id++) {
      links.cut(Party.node(node), Party.zooKeeper(id), CutStyle.SILENCE);
    }
  }

  private static void heal(Connections links, ZooKeeperEnsemble ensemble, NodeId node) {
    for (int id = 1; id <= ensemble.servers(); id++) {
      links.heal(Party.node(node), Party.zooKeeper(id));
    }
  }
}
