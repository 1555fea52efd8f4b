package io.rvi.isr.sim;

import io.rvi.api.Consistency;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ProduceError;
import io.rvi.isr.protocol.ReadError;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Producers that retry until they are acknowledged, several batches under way at once, and readers.
 * They find the leader by hearsay, which is sometimes wrong.
 */
final class SimClients {
  static final int IN_FLIGHT_MAX = 3;

  private static final int PRODUCERS = 2;
  private static final long REQUEST_TIMEOUT_MS = 60;
  private static final int BATCH_RECORDS_MAX = 2;

  private final SimCluster cluster;
  private final World world;
  private final List<Producer> producers = new ArrayList<>();
  private final Map<Long, Attempt> attempts = new HashMap<>();
  private final Map<Long, Reading> readings = new HashMap<>();
  private boolean stopped;
  private long acknowledged;
  private long reads;

  private record Attempt(Producer producer, SimBatch batch, NodeId node) {}

  private record Reading(NodeId node, Consistency consistency, long mustCover) {}

  /** One producer: its batches that are not acknowledged yet, in order. */
  private static final class Producer {
    private final long id;
    private final List<SimBatch> open = new ArrayList<>();
    // From the oldest that is open to the newest: what a leader must remember.
    private final ArrayDeque<SimBatch> window = new ArrayDeque<>();
    private long nextSequence;

    Producer(long id) {
      this.id = id;
    }

    void add(SimBatch batch) {
      open.add(batch);
      window.add(batch);
    }

    boolean end(SimBatch batch) {
      boolean ended = open.remove(batch);
      while (!window.isEmpty() && !open.contains(window.getFirst())) {
        window.removeFirst();
      }
      return ended;
    }
  }

  SimClients(SimCluster cluster, World world) {
    this.cluster = cluster;
    this.world = world;
    for (int i = 1; i <= PRODUCERS; i++) {
      producers.add(new Producer(i));
    }
  }

  long acknowledged() {
    return acknowledged;
  }

  long reads() {
    return reads;
  }

  /** No new batches and reads; what is open is retried. */
  void stop() {
    stopped = true;
  }

  boolean hasOpen() {
    return producers.stream().anyMatch(producer -> !producer.open.isEmpty());
  }

  /** Goes on producing and reading, on and on. */
  void begin(long everyMs) {
    world.after(
        world.random().between(1, 2 * everyMs),
        () -> {
          if (!stopped) {
            act();
            begin(everyMs);
          }
        });
  }

  private void act() {
    SimRandom random = world.random();
    if (random.percent(25)) {
      read();
      return;
    }
    Producer producer = producers.get(random.below(PRODUCERS));
    if (producer.window.size() < IN_FLIGHT_MAX) {
      int count = 1 + random.below(BATCH_RECORDS_MAX);
      SimBatch batch = SimBatch.of(producer.id, producer.nextSequence, count);
      producer.nextSequence += count;
      producer.add(batch);
      attempt(producer, batch);
    }
  }

  private NodeId hearsay() {
    SimRandom random = world.random();
    List<SimNode> nodes = cluster.nodes();
    return random.percent(90)
        ? cluster.stored().state().leader()
        : nodes.get(random.below(nodes.size())).id();
  }

  private void attempt(Producer producer, SimBatch batch) {
    long id = cluster.nextRequestId();
    NodeId to = hearsay();
    SimNode node = cluster.node(to);
    attempts.put(id, new Attempt(producer, batch, to));
    long deadlineMs = node.clockMs() + REQUEST_TIMEOUT_MS;
    cluster
        .network()
        .send(
            SimNetwork.CLIENTS,
            to,
            () -> node.receive(new ReplicaEvent.Produce(id, batch, deadlineMs)),
            () -> {});
    world.after(REQUEST_TIMEOUT_MS + world.random().below(20), () -> retry(id));
  }

  /** The attempt has failed or is not heard of: the very same batch is sent again. */
  private void retry(long id) {
    Attempt attempt = attempts.remove(id);
    if (attempt != null && attempt.producer.open.contains(attempt.batch)) {
      attempt(attempt.producer, attempt.batch);
    }
  }

  void produceAnswered(SimNode from, ReplicaEffect.AnswerProduce answer) {
    Attempt attempt = attempts.get(answer.requestId());
    if (attempt == null) {
      return;
    }
    if (answer.error() == ProduceError.NONE) {
      cluster.invariants().acknowledged(attempt.batch, answer.baseOffset());
    } else if (answer.error() == ProduceError.DUPLICATE_FORGOTTEN
        && attempt.producer.open.contains(attempt.batch)) {
      throw new InvariantViolation(
          "G13 NoDuplicates", from.id() + " has forgotten " + attempt.batch);
    }
    cluster
        .network()
        .send(
            from.id(),
            SimNetwork.CLIENTS,
            () -> {
              if (answer.error() == ProduceError.NONE) {
                if (attempts.remove(answer.requestId()) != null
                    && attempt.producer.end(attempt.batch)) {
                  acknowledged++;
                }
              } else {
                world.after(world.random().between(1, 10), () -> retry(answer.requestId()));
              }
            },
            () -> {});
  }

  private void read() {
    SimRandom random = world.random();
    long id = cluster.nextRequestId();
    NodeId to = hearsay();
    SimNode node = cluster.node(to);
    Consistency consistency = random.percent(60) ? Consistency.LINEARIZABLE : Consistency.COMMITTED;
    readings.put(id, new Reading(to, consistency, cluster.invariants().acknowledgedEnd()));
    long from = random.percent(30) ? ReplicaEvent.Read.HIGH_WATERMARK_ONLY : random.below(8);
    long now = node.clockMs();
    ReplicaEvent.Read read =
        new ReplicaEvent.Read(
            id, from, 1_000, now + random.below(20), now + REQUEST_TIMEOUT_MS, consistency);
    cluster.network().send(SimNetwork.CLIENTS, to, () -> node.receive(read), () -> {});
  }

  void readAnswered(SimNode from, ReplicaEffect.AnswerRead answer) {
    Reading reading = readings.remove(answer.requestId());
    if (reading != null && answer.error() == ReadError.NONE) {
      reads++;
      boolean linearizable = reading.consistency == Consistency.LINEARIZABLE;
      cluster.invariants().read(answer.highWatermark(), reading.mustCover, linearizable);
    }
  }

  /** Connections to a node break: what was asked there is retried. */
  void nodeDied(NodeId node) {
    List<Long> broken = new ArrayList<>();
    attempts.forEach(
        (id, attempt) -> {
          if (attempt.node.equals(node)) {
            broken.add(id);
          }
        });
    broken.sort(Long::compare);
    broken.forEach(id -> world.after(world.random().between(1, 10), () -> retry(id)));
    readings.values().removeIf(reading -> reading.node.equals(node));
  }

  /** A fault in one line, for a walk that does not come to rest. */
  @Nullable String openWork() {
    return hasOpen()
        ? "batches not acknowledged: " + producers.stream().map(p -> p.open).toList()
        : null;
  }
}
