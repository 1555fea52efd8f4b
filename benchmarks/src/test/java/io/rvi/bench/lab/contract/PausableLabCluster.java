package io.rvi.bench.lab.contract;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.contract.PausableCluster;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A cluster of the lab whose nodes are processes, as the contract sees it. */
final class PausableLabCluster implements PausableCluster {
  private final LabCluster nodes;
  private final Cluster cluster;

  PausableLabCluster(Lab lab, Cluster cluster) {
    this.nodes = new LabCluster(lab, cluster);
    this.cluster = cluster;
  }

  @Override
  public List<NodeId> nodes() {
    return nodes.nodes();
  }

  @Override
  public LogClient connect(String clientId, Map<String, String> overrides) throws StartException {
    return nodes.connect(clientId, overrides);
  }

  @Override
  public void kill(NodeId node) {
    nodes.kill(node);
  }

  @Override
  public void stop(NodeId node) {
    nodes.stop(node);
  }

  @Override
  public void start(NodeId node) throws StartException {
    nodes.start(node);
  }

  @Override
  public void pause(NodeId node) {
    cluster.pause(node);
  }

  @Override
  public void resume(NodeId node) {
    cluster.resume(node);
  }

  @Override
  public NodeStatus status(NodeId node) {
    return nodes.status(node);
  }

  @Override
  public Path dataDir(NodeId node) {
    return cluster.dataDir(node);
  }

  @Override
  public void close() {
    nodes.close();
  }
}
