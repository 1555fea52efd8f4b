package io.rvi.isr.node;

import io.netty.buffer.ByteBuf;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.LogListener;
import io.rvi.isr.log.PartitionLog;
import io.rvi.isr.protocol.DurableReport;
import io.rvi.isr.protocol.Effects;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaCore;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.wire.ClientMessage.ReadRequest;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One replica on this node: queues what happens to it and runs its turns. See the package for what
 * a turn is.
 */
final class HostedReplica implements LogListener {
  /** Events of one turn; more wait for the next, so that other replicas get theirs. */
  private static final int TURN_EVENTS_MAX = 1_024;

  private final ReplicaSurroundings around;
  private final ReplicaCore core;
  private final Effects effects = new Effects();
  private final EffectWorker worker;
  private final ArrayDeque<Queued> queue = new ArrayDeque<>();
  private final List<ByteBuf> spent = new ArrayList<>();
  private final List<Runnable> settled = new ArrayList<>();
  private final Runnable turn = this::turn;
  private final LongConsumer left;
  private boolean turnPlanned;
  private boolean ended;

  /**
   * An event.
   *
   * @param bytes the network's buffer that it lies in, held until its turn is over
   * @param handled run when its turn is over
   */
  private record Queued(ReplicaEvent event, @Nullable ByteBuf bytes, @Nullable Runnable handled) {}

  /**
   * Creates the replica and runs its first turn.
   *
   * @param self this node in its present life
   * @param partition which partition
   * @param topicId its topic's identity
   * @param opened its log, which this becomes the listener of
   * @param left told the epoch, in a turn, when the partition lies on other nodes and this is to be
   *     deleted
   */
  HostedReplica(
      Member self,
      TopicPartition partition,
      UUID topicId,
      OpenedLog opened,
      ReplicaSurroundings around,
      LongConsumer left)
      throws LogFailure {
    this.around = around;
    this.left = left;
    ReplicaConfig config = around.settings().replica();
    this.core = new ReplicaCore(self, partition, topicId, opened.recovered(config), config);
    this.worker = new EffectWorker(partition, opened.log(), around, this);
    opened.attach(this);
    core.start(around.clock().monotonicMs(), effects);
    worker.perform(effects);
    effects.clear();
  }

  /** What the replica says of itself, as of its last turn. */
  ReplicaStatus status() {
    return core.status();
  }

  /** Its log. */
  PartitionLog log() {
    return worker.log();
  }

  /** Queues an event that lies in no buffer. */
  void submit(ReplicaEvent event) {
    queue(event, null);
  }

  /**
   * Takes the controller's news.
   *
   * @param handled run when the turn that handled them is over; never, when this replica was
   *     removed before: then they are sent again, and make a new one
   */
  void metadata(Metadata metadata, Runnable handled) {
    queue(new Queued(new ReplicaEvent.MetadataReceived(metadata), null, handled));
  }

  /** A client appends; the batch lies in the bytes. */
  void produce(Asker asker, StoredBatch batch, ByteBuf bytes) {
    long deadlineMs = deadlineMs();
    queue(new ReplicaEvent.Produce(worker.expect(asker), batch, deadlineMs), bytes.retain());
  }

  /** A client reads. */
  void read(Asker asker, ReadRequest request) {
    long deadlineMs = deadlineMs();
    long waitUntilMs =
        Math.min(deadlineMs, around.clock().monotonicMs() + Math.max(0, request.waitMaxMs()));
    submit(
        new ReplicaEvent.Read(
            worker.expect(asker),
            request.fromOffset(),
            request.bytesMax(),
            waitUntilMs,
            deadlineMs,
            request.consistency()));
  }

  /** A follower fetches. */
  void fetch(Asker asker, FetchRequest request) {
    submit(new ReplicaEvent.FetchReceived(worker.expect(asker), request));
  }

  /** A follower reports what its disk has done. */
  void report(DurableReport report) {
    submit(new ReplicaEvent.DurableReported(report));
  }

  /** The leader answered; the batches lie in the payload. */
  void fetched(FetchResponse response, ByteBuf payload) {
    try {
      ByteBuffer bytes = payload.nioBuffer();
      queue(
          new ReplicaEvent.FetchAnswered(response.withBatches(StoredBatch.ofLeader(bytes))),
          payload.retain());
    } catch (BatchException e) {
      // Damaged on the way: as if it had been lost, the next fetch asks for the same.
      submit(new ReplicaEvent.FetchFailed(response.correlationId()));
    }
  }

  @Override
  public void flushed(long durableOffset) {
    submit(new ReplicaEvent.Flushed(durableOffset, worker.flushGeneration()));
  }

  @Override
  public void failed(LogFailure failure) {
    submit(new ReplicaEvent.IoFailed(String.valueOf(failure.getMessage())));
  }

  /** The partition lies on other nodes, by a state of this epoch. */
  void removed(long epoch) {
    left.accept(epoch);
  }

  /** Forgets what is queued, and lets go of its buffers; no turn runs any more. */
  void end() {
    ended = true;
    for (Queued queued : queue) {
      release(queued);
    }
    queue.clear();
  }

  private long deadlineMs() {
    return around.clock().monotonicMs() + around.settings().requestDeadline().toMillis();
  }

  private void queue(ReplicaEvent event, @Nullable ByteBuf bytes) {
    queue(new Queued(event, bytes, null));
  }

  private void queue(Queued queued) {
    if (ended) {
      release(queued);
      return;
    }
    queue.add(queued);
    planTurn();
  }

  private static void release(Queued queued) {
    if (queued.bytes() != null) {
      queued.bytes().release();
    }
  }

  private void planTurn() {
    if (!turnPlanned) {
      turnPlanned = true;
      around.loop().execute(turn);
    }
  }

  private void turn() {
    turnPlanned = false;
    if (ended) {
      return;
    }
    try {
      handleQueued();
      worker.perform(effects);
    } finally {
      effects.clear();
      spent.forEach(ByteBuf::release);
      spent.clear();
    }
    List<Runnable> due = List.copyOf(settled);
    settled.clear();
    due.forEach(Runnable::run);
    if (!queue.isEmpty()) {
      planTurn();
    }
  }

  private void handleQueued() {
    long nowMs = around.clock().monotonicMs();
    for (int handled = 0; isMore(handled); handled++) {
      Queued next = queue.poll();
      if (next.bytes() != null) {
        spent.add(next.bytes());
      }
      if (next.handled() != null && !core.isRemoved()) {
        settled.add(next.handled());
      }
      core.handle(next.event(), nowMs, effects);
    }
    core.settle(nowMs, effects);
  }

  /** Whoever waits is answered in the last turn, however many they are. */
  private boolean isMore(int handled) {
    return !queue.isEmpty() && (handled < TURN_EVENTS_MAX || core.isRemoved());
  }
}
