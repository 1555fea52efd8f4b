package io.rvi.bench.lab.contract;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.contract.ContractCluster;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A cluster of the lab as the contract sees it. */
final class LabCluster implements ContractCluster {
  private final Lab lab;
  private final Cluster cluster;

  LabCluster(Lab lab, Cluster cluster) {
    this.lab = lab;
    this.cluster = cluster;
  }

  @Override
  public List<NodeId> nodes() {
    return cluster.nodes();
  }

  @Override
  public LogClient connect(String clientId, Map<String, String> overrides) throws StartException {
    return cluster.connect(clientId, overrides);
  }

  @Override
  public void kill(NodeId node) {
    cluster.kill(node);
  }

  @Override
  public void stop(NodeId node) {
    cluster.stop(node);
  }

  @Override
  public void start(NodeId node) throws StartException {
    cluster.start(node);
  }

  @Override
  public NodeStatus status(NodeId node) {
    return cluster.status(node);
  }

  @Override
  public Path dataDir(NodeId node) {
    return cluster.dataDir(node);
  }

  @Override
  public void close() {
    lab.close();
  }
}
