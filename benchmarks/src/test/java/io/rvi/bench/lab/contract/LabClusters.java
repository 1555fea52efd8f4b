package io.rvi.bench.lab.contract;

import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.ContractClusters;
import io.rvi.spi.LogBackend;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.Map;

/** Clusters of the lab, for the contract: each in a lab of its own, which goes with it. */
final class LabClusters implements ContractClusters {
  /**
   * Of the cluster made last, once there is one: what backend memory calls a directory is held by
   * the object that wrote it.
   */
  private volatile LogBackend backend;

  private final Topology topology;
  private final Path base;

  LabClusters(String backend, Topology topology, Path base) {
    this.backend = Lab.backend(backend);
    this.topology = topology;
    this.base = base;
  }

  @Override
  public LogBackend backend() {
    return backend;
  }

  @Override
  public ContractCluster create(int nodes, Map<String, String> overrides) throws StartException {
    Lab lab = Lab.open(base);
    try {
      ClusterSpec spec = ClusterSpec.of(backend.name(), nodes, topology).withSettings(overrides);
      Cluster cluster = lab.start(spec);
      backend = cluster.backend();
      return topology == Topology.EMBEDDED
          ? new LabCluster(lab, cluster)
          : new PausableLabCluster(lab, cluster);
    } catch (StartException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }
}
