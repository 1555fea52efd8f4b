package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts several nodes at the same time: some protocols serve only when a majority is up, and one
 * JVM after the other would take as long as their sum.
 */
final class ParallelStart {
  private final Cluster cluster;

  ParallelStart(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts nodes that are down and returns when all serve.
   *
   * @param nodes which, one or more
   * @throws StartException of the first that did not start
   */
  void all(List<NodeId> nodes) throws StartException, InterruptedException {
    ExecutorService starters = Executors.newFixedThreadPool(nodes.size());
    try {
      List<Future<?>> starts = new ArrayList<>();
      for (NodeId node : nodes) {
        starts.add(
            starters.submit(
                () -> {
                  cluster.start(node);
                  return node;
                }));
      }
      for (Future<?> start : starts) {
        await(start);
      }
    } finally {
      starters.shutdownNow();
    }
  }

  private static void await(Future<?> start) throws StartException, InterruptedException {
    try {
      start.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StartException cause) {
        throw cause;
      }
      throw new IllegalStateException("a node could not be restarted", e.getCause());
    }
  }
}
