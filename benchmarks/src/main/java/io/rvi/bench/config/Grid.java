package io.rvi.bench.config;

import io.rvi.api.Flush;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells' axes.
 *
 * @param backends names of backends, each once
 * @param replicas replica counts, ascending, each once
 * @param flushes flush classes, each once; the first one runs at every replica count
 * @param furtherFlushReplicas the replica counts at which the other flush classes run too
 */
public record Grid(
    List<String> backends,
    List<Integer> replicas,
    List<Flush> flushes,
    List<Integer> furtherFlushReplicas) {
  /** Copies the lists. */
  public Grid {
    backends = List.copyOf(backends);
    replicas = List.copyOf(replicas);
    flushes = List.copyOf(flushes);
    furtherFlushReplicas = List.copyOf(furtherFlushReplicas);
  }

  /**
   * One point of the grid.
   *
   * @param backend the backend's name
   * @param replicas how many replicas, and nodes
   * @param flush when a replica's copy counts
   */
  public record Point(String backend, int replicas, Flush flush) {}

  /** The flush class that runs at every replica count. */
  public Flush mainFlush() {
    return flushes.get(0);
  }

  /** Every point to run, in a fixed order; whoever runs them shuffles by the seed. */
  public List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (Flush flush : flushes) {
      for (int count : flush == mainFlush() ? replicas : furtherFlushReplicas) {
        backends.forEach(backend -> points.add(new Point(backend, count, flush)));
      }
    }
    return List.copyOf(points);
  }
}
