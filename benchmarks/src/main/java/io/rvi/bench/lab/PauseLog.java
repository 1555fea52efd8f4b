package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import java.nio.file.Path;

/** What the JVM of a node's process says of its collections and safepoints. */
public final class PauseLog {
  private PauseLog() {}

  /**
   * Where it is; of the node's present life alone. In topology {@link Topology#EMBEDDED} there is
   * no such file.
   *
   * @param cluster whose
   * @param node which of its nodes
   */
  public static Path of(Cluster cluster, NodeId node) {
    return cluster.logFile(node).resolveSibling(node + ProcessLauncher.GC_LOG_SUFFIX);
  }
}
