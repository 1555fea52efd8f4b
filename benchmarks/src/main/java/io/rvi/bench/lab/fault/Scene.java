package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Where faults happen: a cluster, the partition whose roles are meant, and the chance that picks
 * among equals.
 *
 * @param cluster the cluster
 * @param topic the topic
 * @param partition the partition whose leader and followers are meant
 * @param random picks among equals
 */
public record Scene(Cluster cluster, String topic, int partition, RandomGenerator random) {
  private static final long LEADER_WAIT_MS = 10_000;
  private static final long POLL_MS = 50;

  /** The nodes that run, in the order of their ids. */
  public List<NodeId> running() {
    return cluster.nodes().stream()
        .filter(node -> cluster.status(node).state() != NodeStatus.State.STOPPED)
        .toList();
  }

  /**
   * The leader, waited for while an election may be under way.
   *
   * @throws LabException when there is none for seconds
   */
  NodeId leader() {
    return waitFor("leader of " + topic + "-" + partition, () -> cluster.leader(topic, partition));
  }

  /**
   * The controller, waited for likewise.
   *
   * @throws LabException when there is none for seconds, or the backend has none ever
   */
  NodeId controller() {
    return waitFor(
        "controller",
        () -> {
          if (cluster.zooKeeper().isEmpty()) {
            throw new LabException("backend " + cluster.spec().backend() + " has no controller");
          }
          try {
            return cluster.zooKeeper().get().controller();
          } catch (StartException e) {
            throw new LabException("cannot ask for the controller: " + e.getMessage(), e);
          }
        });
  }

  /**
   * Picks some of several.
   *
   * @param candidates whom to pick from
   * @param count how many
   * @throws LabException when there are not so many
   */
  List<NodeId> pick(List<NodeId> candidates, int count) {
    if (candidates.size() < count) {
      throw new LabException(
          "cannot aim at " + count + " of " + candidates.size() + " nodes: " + candidates);
    }
    List<NodeId> left = new ArrayList<>(candidates);
    List<NodeId> picked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      picked.add(left.remove(random.nextInt(left.size())));
    }
    return picked;
  }

  private static NodeId waitFor(String what, Question question) {
    long deadline = System.nanoTime() + LEADER_WAIT_MS * 1_000_000;
    while (deadline - System.nanoTime() > 0) {
      Optional<NodeId> found = question.ask();
      if (found.isPresent()) {
        return found.get();
      }
      Pause.millis(POLL_MS);
    }
    throw new LabException("no " + what + " to aim at for " + LEADER_WAIT_MS + " ms");
  }

  /** A question that may have no answer yet. */
  private interface Question {
    Optional<NodeId> ask();
  }
}
