package io.rvi.memory;

import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.memory.MemoryDisk.PartitionId;
import io.rvi.memory.MemoryRequest.Lane;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One cluster: its nodes, its topics, and the requests that wait for a leader. Its monitor is the
 * lock of everything below it; futures are completed without it, so that a user's continuation may
 * call in again.
 */
final class MemoryCluster {
  private final String name;
  private final Set<MemoryDisk> running = new HashSet<>();
  private final Map<String, List<MemoryPartition>> topics = new HashMap<>();

  /** Never holds an empty queue. */
  private final Map<Lane, Deque<MemoryRequest<?>>> waiting = new LinkedHashMap<>();

  /** Where the next topic starts in the ring of nodes, so that all topics together are even. */
  private int nextStart;

  MemoryCluster(String name) {
    this.name = name;
  }

  /** A node serves from now on. */
  void started(MemoryDisk disk) {
    List<Runnable> done;
    synchronized (this) {
      running.add(disk);
      partitions().forEach(partition -> partition.started(disk));
      done = attemptWaiting();
    }
    done.forEach(Runnable::run);
  }

  /**
   * A node serves no longer.
   *
   * @param disk whose
   * @param noticedAfter zero for one that said goodbye, else how long its crash goes unnoticed
   */
  void stopped(MemoryDisk disk, Duration noticedAfter) {
    synchronized (this) {
      running.remove(disk);
      partitions().forEach(partition -> partition.halted(disk));
    }
    if (noticedAfter.isZero()) {
      detected(disk);
    } else {
      CompletableFuture.delayedExecutor(noticedAfter.toNanos(), TimeUnit.NANOSECONDS)
          .execute(() -> detected(disk));
    }
  }

  private void detected(MemoryDisk disk) {
    List<Runnable> done;
    synchronized (this) {
      partitions().forEach(partition -> partition.detected(disk));
      done = attemptWaiting();
    }
    done.forEach(Runnable::run);
  }

  synchronized boolean isRunning(MemoryDisk disk) {
    return running.contains(disk);
  }

  private List<MemoryPartition> partitions() {
    return topics.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Carries a request out, now or when there is a leader for it, but within the deadline.
   *
   * @param request what
   * @param deadline how long it may wait
   */
  <T> CompletableFuture<T> submit(MemoryRequest<T> request, Duration deadline) {
    Runnable done;
    synchronized (this) {
      done = waiting.containsKey(request.lane()) ? null : request.attempt();
      if (done == null) {
        waiting.computeIfAbsent(request.lane(), lane -> new ArrayDeque<>()).add(request);
      }
    }
    if (done == null) {
      CompletableFuture.delayedExecutor(deadline.toNanos(), TimeUnit.NANOSECONDS)
          .execute(() -> expire(request, deadline));
    } else {
      done.run();
    }
    return request.outcome();
  }

  private List<Runnable> attemptWaiting() {
    List<Runnable> done = new ArrayList<>();
    Iterator<Deque<MemoryRequest<?>>> lanes = waiting.values().iterator();
    while (lanes.hasNext()) {
      Deque<MemoryRequest<?>> lane = lanes.next();
      MemoryRequest<?> first = lane.peek();
      Runnable outcome = first == null ? null : first.attempt();
      while (outcome != null) {
        done.add(outcome);
        lane.remove();
        first = lane.peek();
        outcome = first == null ? null : first.attempt();
      }
      if (lane.isEmpty()) {
        lanes.remove();
      }
    }
    return done;
  }

  private void expire(MemoryRequest<?> request, Duration deadline) {
    synchronized (this) {
      Deque<MemoryRequest<?>> lane = waiting.get(request.lane());
      if (lane == null || !lane.remove(request)) {
        return;
      }
      if (lane.isEmpty()) {
        waiting.remove(request.lane());
      }
    }
    request.fail(
        ErrorCode.NO_LEADER,
        "cluster "
            + name
            + " had no leader for "
            + request.lane().topic()
            + "-"
            + request.lane().partition()
            + " within "
            + deadline.toMillis()
            + " ms; start more of its nodes");
  }

  /** Ends every waiting request of a client. */
  void cancel(MemoryClient client, String why) {
    List<MemoryRequest<?>> cancelled = new ArrayList<>();
    synchronized (this) {
      waiting
          .entrySet()
          .removeIf(
              lane -> lane.getKey().client().equals(client) && cancelled.addAll(lane.getValue()));
    }
    cancelled.forEach(request -> request.fail(ErrorCode.CLOSED, why));
  }

  /**
   * The partitions of a topic, by number; null when no node runs that could tell.
   *
   * @throws RequestFailedException with {@link ErrorCode#UNKNOWN_TOPIC}
   */
  @Nullable List<MemoryPartition> topic(String topic) {
    if (running.isEmpty()) {
      return null;
    }
    List<MemoryPartition> found = topics.get(topic);
    if (found == null) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_TOPIC,
          "cluster " + name + " has no topic \"" + topic + "\"; create it first");
    }
    return found;
  }

  /**
   * Creates a topic unless it exists.
   *
   * @param topic its name
   * @param partitions how many
   * @param replicas of each
   * @param nodes every node of the cluster
   * @param replication its rule
   * @return its partitions; null when no node runs that could create it
   * @throws RequestFailedException with {@link ErrorCode#TOPIC_EXISTS}
   */
  @Nullable List<MemoryPartition> createTopic(
      String topic, int partitions, int replicas, Set<NodeId> nodes, Replication replication) {
    if (running.isEmpty()) {
      return null;
    }
    List<MemoryPartition> existing = topics.get(topic);
    if (existing == null) {
      List<MemoryPartition> created =
          assign(topic, partitions, replicas, List.copyOf(new TreeSet<>(nodes)), replication);
      topics.put(topic, created);
      return created;
    }
    int existingReplicas = existing.get(0).createdReplicas();
    if (existing.size() != partitions || existingReplicas != replicas) {
      throw new RequestFailedException(
          ErrorCode.TOPIC_EXISTS,
          "topic \""
              + topic
              + "\" exists with partitions="
              + existing.size()
              + " replicas="
              + existingReplicas
              + ", not partitions="
              + partitions
              + " replicas="
              + replicas);
    }
    return existing;
  }

  /**
   * A partition that can be changed now; null while it can't.
   *
   * @throws RequestFailedException with {@link ErrorCode#UNKNOWN_TOPIC} or {@link
   *     ErrorCode#UNKNOWN_PARTITION}
   */
  @Nullable MemoryPartition changeable(String topic, int number) {
    List<MemoryPartition> partitions = topic(topic);
    if (partitions == null) {
      return null;
    }
    MemoryPartition found = MemoryLog.partition(topic, number, partitions);
    return found.canCommit() ? found : null;
  }

  /**
   * Moves a partition to other nodes.
   *
   * @param partition which
   * @param replicas the nodes, the preferred leader first
   * @return whether it was done
   */
  boolean reassign(MemoryPartition partition, List<NodeId> replicas) {
    return partition.reassign(replicas, running);
  }

  private List<MemoryPartition> assign(
      String topic, int partitions, int replicas, List<NodeId> ring, Replication replication) {
    List<MemoryPartition> created = new ArrayList<>();
    for (int number = 0; number < partitions; number++) {
      List<NodeId> assigned = new ArrayList<>();
      for (int replica = 0; replica < replicas; replica++) {
        assigned.add(ring.get((nextStart + replica) % ring.size()));
      }
      nextStart = (nextStart + 1) % ring.size();
      MemoryPartition partition =
          new MemoryPartition(new PartitionId(topic, number), assigned, replication);
      running.forEach(partition::started);
      created.add(partition);
    }
    return created;
  }
}
