package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.ZooKeeperEnsemble;
import io.rvi.spi.Service;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kills ZooKeeper servers.
 *
 * @param quorum whether so many that no quorum is left, else one
 */
record ZooKeeperFault(boolean quorum) implements Fault {
  @Override
  public String name() {
    return quorum ? "zookeeper-quorum-loss" : "zookeeper-loss";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return unavailableEnsemble(spec);
  }

  /** Why a cluster has no ZooKeeper ensemble of the lab's own. */
  static Optional<String> unavailableEnsemble(ClusterSpec spec) {
    if (!Lab.backend(spec.backend()).services().contains(Service.ZOOKEEPER)) {
      return Optional.of("backend " + spec.backend() + " uses no ZooKeeper");
    }
    return spec.services().external().isPresent()
        ? Optional.of("the ZooKeeper ensemble is not the lab's own")
        : Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    ZooKeeperEnsemble ensemble =
        scene
            .cluster()
            .zooKeeper()
            .orElseThrow(() -> new LabException("the cluster uses no ZooKeeper"));
    List<Integer> up = new ArrayList<>();
    for (int id = 1; id <= ensemble.servers(); id++) {
      if (ensemble.alive(id)) {
        up.add(id);
      }
    }
    int count = quorum ? ensemble.servers() / 2 + 1 : 1;
    List<Integer> killed = new ArrayList<>();
    while (killed.size() < Math.min(count, up.size())) {
      killed.add(up.remove(scene.random().nextInt(up.size())));
    }
    killed.forEach(ensemble::kill);
    return new Injected() {
      @Override
      public String what() {
        return name() + " " + killed;
      }

      @Override
      public Proof landed() {
        boolean down = killed.stream().noneMatch(ensemble::alive);
        return new Proof(
            down && !killed.isEmpty(), "servers down: " + killed + " of " + ensemble.servers());
      }

      @Override
      public void heal() throws StartException {
        for (int id : killed) {
          ensemble.start(id);
        }
      }
    };
  }
}
