package io.rvi.contract;

import io.rvi.api.NodeId;

/** A cluster whose nodes can be frozen, as SIGSTOP does: connections stay open and silent. */
public interface PausableCluster extends ContractCluster {
  /**
   * Freezes a running node. Returns when it is frozen.
   *
   * @param node which
   */
  void pause(NodeId node);

  /**
   * Lets a frozen node go on.
   *
   * @param node which
   */
  void resume(NodeId node);
}
