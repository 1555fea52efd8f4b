package io.rvi.isr.sim;

import io.rvi.api.Consistency;
import io.rvi.isr.protocol.ProduceError;
import io.rvi.isr.protocol.ReadError;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Producers that retry until they are acknowledged, several batches under way at once, and readers.
 * They find the leader by hearsay, which is sometimes wrong.
 */
final class SimClients {
  static final int IN_FLIGHT_MAX = 3;

  private static final int PRODUCERS = 3;
  private static final long REQUEST_TIMEOUT_MS = 60;
  private static final int BATCH_RECORDS_MAX = 2;

  private final SimCluster cluster;
  private final World world;
  private final List<Producer> producers = new ArrayList<>();
  private final Map<Long, Attempt> attempts = new HashMap<>();
  private final Map<Long, Reading> readings = new HashMap<>();
  // Requests that arrived at a node and await its answer, by the number that they have there.
  private final Map<Long, Serving> serving = new HashMap<>();
  private boolean stopped;
  private long acknowledged;
  private long reads;

  private record Attempt(Producer producer, SimBatch batch, SimReplica at) {}

  private record Serving(SimReplica at, int life, long askedAs) {}

  private record Reading(SimReplica at, Consistency consistency, long mustCover) {}

  /** One producer: its batches that are not acknowledged yet, in order. */
  private static final class Producer {
    private final long id;
    private final SimPartition partition;
    private final List<SimBatch> open = new ArrayList<>();
    // From the oldest that is open to the newest: what a leader must remember.
    private final ArrayDeque<SimBatch> window = new ArrayDeque<>();
    private long nextSequence;
    private int epoch;

    Producer(long id, SimPartition partition) {
      this.id = id;
      this.partition = partition;
    }

    void add(SimBatch batch) {
      open.add(batch);
      window.add(batch);
    }

    /** The log has forgotten this producer: gives up what is open, and begins another epoch. */
    void beginAnew() {
      open.clear();
      window.clear();
      nextSequence = 0;
      epoch++;
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
    List<SimPartition> partitions = cluster.partitions();
    for (int i = 1; i <= PRODUCERS; i++) {
      producers.add(new Producer(i, partitions.get(i % partitions.size())));
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
      SimBatch batch =
          SimBatch.of(producer.id, producer.nextSequence, count).inProducerEpoch(producer.epoch);
      producer.nextSequence += count;
      producer.add(batch);
      attempt(producer, batch);
    }
  }

  private SimReplica hearsay(SimPartition partition) {
    SimRandom random = world.random();
    List<SimReplica> replicas = partition.replicas();
    return random.percent(90)
        ? partition.replica(partition.stored().state().leader())
        : replicas.get(random.below(replicas.size()));
  }

  private void attempt(Producer producer, SimBatch batch) {
    long id = cluster.nextRequestId();
    SimReplica to = hearsay(producer.partition);
    attempts.put(id, new Attempt(producer, batch, to));
    long deadlineMs = to.node().clockMs() + REQUEST_TIMEOUT_MS;
    cluster
        .network()
        .send(
            SimNetwork.CLIENTS,
            to.id(),
            () -> arrive(to, id, number -> new ReplicaEvent.Produce(number, batch, deadlineMs)),
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

  /** A request arrives, perhaps once more. */
  private void arrive(SimReplica at, long askedAs, LongFunction<ReplicaEvent> event) {
    if (at.isRunning()) {
      long number = cluster.nextRequestId();
      serving.put(number, new Serving(at, at.node().life(), askedAs));
      at.receive(event.apply(number));
    }
  }

  /** A node answers: the number that was asked with (G18). */
  private long answered(SimReplica from, long number) {
    Serving served = serving.remove(number);
    if (served == null || served.at != from || served.life != from.node().life()) {
      throw new InvariantViolation(
          "G18 OneAnswer", from.id() + " answers request " + number + " that nobody waits for");
    }
    return served.askedAs;
  }

  void produceAnswered(SimReplica from, ReplicaEffect.AnswerProduce answer) {
    long id = answered(from, answer.requestId());
    Attempt attempt = attempts.get(id);
    if (attempt == null) {
      return;
    }
    if (answer.error() == ProduceError.NONE) {
      from.partition().invariants().acknowledged(attempt.batch, answer.baseOffset());
    } else if (cluster.config().uncleanElection() && forgets(answer.error())) {
      attempt.producer.beginAnew();
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
                if (attempts.remove(id) != null && attempt.producer.end(attempt.batch)) {
                  acknowledged++;
                }
              } else {
                world.after(world.random().between(1, 10), () -> retry(id));
              }
            },
            () -> {});
  }

  private static boolean forgets(ProduceError error) {
    return error == ProduceError.DUPLICATE_FORGOTTEN
        || error == ProduceError.OUT_OF_ORDER_SEQUENCE
        || error == ProduceError.FENCED_PRODUCER;
  }

  private void read() {
    SimRandom random = world.random();
    long id = cluster.nextRequestId();
    List<SimPartition> partitions = cluster.partitions();
    SimPartition partition = partitions.get(random.below(partitions.size()));
    SimReplica to = hearsay(partition);
    Consistency consistency = random.percent(60) ? Consistency.LINEARIZABLE : Consistency.COMMITTED;
    readings.put(id, new Reading(to, consistency, partition.invariants().acknowledgedEnd()));
    long from = random.percent(30) ? ReplicaEvent.Read.HIGH_WATERMARK_ONLY : random.below(8);
    long now = to.node().clockMs();
    long waitUntilMs = now + random.below(20);
    LongFunction<ReplicaEvent> read =
        number ->
            new ReplicaEvent.Read(
                number, from, 1_000, waitUntilMs, now + REQUEST_TIMEOUT_MS, consistency);
    cluster.network().send(SimNetwork.CLIENTS, to.id(), () -> arrive(to, id, read), () -> {});
  }

  void readAnswered(SimReplica from, ReplicaEffect.AnswerRead answer) {
    Reading reading = readings.remove(answered(from, answer.requestId()));
    if (reading != null && answer.error() == ReadError.NONE) {
      reads++;
      boolean linearizable = reading.consistency == Consistency.LINEARIZABLE;
      from.partition().invariants().read(answer.highWatermark(), reading.mustCover, linearizable);
    }
  }

  /** A replica is gone: what was asked there and is not answered is retried. */
  void gone(SimReplica replica) {
    serving.values().removeIf(served -> served.at == replica);
  }

  /** Connections to a node break: what was asked there is retried. */
  void nodeDied(SimNode node) {
    List<Long> broken = new ArrayList<>();
    attempts.forEach(
        (id, attempt) -> {
          if (attempt.at.node() == node) {
            broken.add(id);
          }
        });
    broken.sort(Long::compare);
    broken.forEach(id -> world.after(world.random().between(1, 10), () -> retry(id)));
    readings.values().removeIf(reading -> reading.at.node() == node);
    serving.values().removeIf(served -> served.at.node() == node);
  }

  /** A fault in one line, for a walk that does not come to rest. */
  @Nullable String openWork() {
    if (hasOpen()) {
      return "batches not acknowledged: " + producers.stream().map(p -> p.open).toList();
    }
    return serving.isEmpty() ? null : "requests not answered: " + serving;
  }
}
