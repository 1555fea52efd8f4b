package io.rvi.contract;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A running cluster of a backend, in whatever topology, for one test or for several that share it.
 *
 * <p>Used by one thread at a time.
 */
public interface ContractCluster extends AutoCloseable {
  /** Every node, running or not, by number. */
  List<NodeId> nodes();

  /**
   * Creates a client, which this cluster closes with itself if the test has not.
   *
   * @param clientId letters, digits and hyphens; unique among the cluster's clients
   * @param overrides settings of this client by key, on top of the cluster's
   */
  LogClient connect(String clientId, Map<String, String> overrides) throws StartException;

  /**
   * Stops a running node abruptly: SIGKILL for a process, {@link io.rvi.spi.LogNode#halt} in this
   * JVM. Returns when it is gone.
   *
   * @param node which
   */
  void kill(NodeId node);

  /**
   * Stops a running node in order. Returns when it is gone.
   *
   * @param node which
   */
  void stop(NodeId node);

  /**
   * Starts a stopped node on its old address and directory. Returns when it serves requests; it may
   * not have caught up yet.
   *
   * @param node which
   */
  void start(NodeId node) throws StartException;

  /**
   * How a node is; {@link NodeStatus.State#STOPPED} when it does not run.
   *
   * @param node which
   */
  NodeStatus status(NodeId node);

  /**
   * The directory of a node's data, on this machine.
   *
   * @param node which
   */
  Path dataDir(NodeId node);

  /** Stops every client and node and removes every directory. A second close does nothing. */
  @Override
  void close();
}
