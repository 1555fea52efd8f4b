package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.rvi.api.ErrorCode;
import io.rvi.api.NotCommittedException;
import io.rvi.isr.wire.ClientMessage.ProduceReply;
import io.rvi.isr.wire.ClientMessage.ProduceRequest;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.SessionMessage.Failure;
import io.rvi.isr.wire.WireError;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The appends of one client to one partition: from the caller's thread through batches to the
 * leader, in order, each stored at most once.
 *
 * <p>Batches leave in the order of their sequence and are retried in it: after a failure nothing
 * new is sent until every batch under way has ended its attempt, then all are sent again, oldest
 * first, each with the bytes it had. The leader recognises what it has by producer id, epoch and
 * sequence. A batch that may be stored never changes its place; after one before it was given up,
 * those that cannot have been stored move to a new epoch of the producer, and those that can are
 * left to end as they do. They move all together, when no attempt is under way: the leader takes a
 * new epoch at once, so that one that moved later would be stored after those that moved before.
 *
 * <p>All but {@link #append} happens on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A planned task runs, or the loop is gone.
final class Appender {
  private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long PAUSE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private final int partition;
  private final TopicView topic;
  private final ClientSettings settings;
  private final EventLoop loop;
  private final AtomicLong pendingBytes;
  private final ProducerSequence sequence;
  private final Inbox inbox = new Inbox();
  private final Runnable drain = this::drain;
  private final AppendQueue queue;
  private final ArrayDeque<OutgoingBatch> batches = new ArrayDeque<>();

  /**
   * Whether a batch failed and the batches wait to be sent again; nothing new is sent meanwhile.
   */
  private boolean recovering;

  /** Whether a number of the producer's epoch may never arrive; the next send begins another. */
  private boolean epochBroken;

  private boolean resendPlanned;
  private boolean tickPlanned;
  private boolean lingerPlanned;
  private long pauseNanos = PAUSE_NANOS_MIN;
  private long refreshedNanos;
  private volatile boolean closed;
  private ErrorCode lastCode = ErrorCode.NO_LEADER;
  private String lastReason = "no leader is known yet";

  Appender(
      int partition,
      TopicView topic,
      ClientSettings settings,
      EventLoop loop,
      AtomicLong pendingBytes,
      long producerId) {
    this.partition = partition;
    this.topic = topic;
    this.settings = settings;
    this.loop = loop;
    this.pendingBytes = pendingBytes;
    this.queue = new AppendQueue(settings);
    this.sequence = new ProducerSequence(producerId);
    this.refreshedNanos = System.nanoTime();
  }

  /** Hands an append to the event loop. Called by any thread; its bytes are reserved already. */
  void append(PendingAppend append) {
    if (inbox.put(append)) {
      loop.execute(drain);
    }
  }

  private String name() {
    return topic.topic() + "-" + partition;
  }

  private void drain() {
    queue.takeFrom(inbox);
    if (closed) {
      endAll(ErrorCode.CLOSED, "client " + settings.clientId() + " is closed");
      return;
    }
    planTick();
    pump();
  }

  /** Sends what may be sent now. */
  private void pump() {
    while (!recovering && !queue.isEmpty() && batches.size() < settings.inFlight()) {
      Route route = topic.route(partition);
      if (route == null) {
        recover(ErrorCode.NO_LEADER, topic.lastFailure());
        return;
      }
      long lingerNanos = batches.isEmpty() ? 0 : queue.lingerNanos(System.nanoTime());
      if (lingerNanos > 0) {
        planLinger(lingerNanos);
        return;
      }
      OutgoingBatch batch = OutgoingBatch.build(queue.takeForBatch(), sequence);
      batches.add(batch);
      send(batch, route);
    }
  }

  private void planLinger(long lingerNanos) {
    if (!lingerPlanned) {
      lingerPlanned = true;
      loop.schedule(this::lingered, lingerNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void lingered() {
    lingerPlanned = false;
    pump();
  }

  private void send(OutgoingBatch batch, Route route) {
    int attempt = batch.sent(System.nanoTime());
    long leftNanos = Math.max(1, batch.endNanos() - System.nanoTime());
    route
        .leader()
        .request(
            new ProduceRequest(route.topicId(), partition),
            batch.share(),
            leftNanos + settings.deadlineNanos(),
            new Answer(batch, attempt));
  }

  /** The end of one send of one batch. */
  private final class Answer implements ReplyHandler {
    private final OutgoingBatch batch;
    private final int attempt;

    Answer(OutgoingBatch batch, int attempt) {
      this.batch = batch;
      this.attempt = attempt;
    }

    @Override
    public void replied(Message reply, ByteBuf payload) {
      if (reply instanceof ProduceReply done) {
        committed(batch, done);
      } else if (reply instanceof Failure failure && batch.isCurrent(attempt)) {
        batch.attemptEnded(failure.error().outcomeUnknown());
        refused(batch, failure);
      }
    }

    @Override
    public void notSent(String reason) {
      if (batch.isCurrent(attempt)) {
        batch.attemptEnded(false);
        recover(ErrorCode.NO_LEADER, reason);
      }
    }

    @Override
    public void lost(String reason) {
      if (batch.isCurrent(attempt)) {
        batch.attemptEnded(true);
        recover(ErrorCode.LEADER_CHANGED, reason);
      }
    }
  }

  /** A leader says that a batch is committed; true of whatever send it answers. */
  private void committed(OutgoingBatch batch, ProduceReply reply) {
    if (!batches.remove(batch)) {
      return; // It was ended before; what was said of it, unknown, is still true.
    }
    batch.attemptEnded(false);
    pauseNanos = PAUSE_NANOS_MIN;
    finish(batch);
    batch.committed(reply.baseOffset(), reply.epoch());
    if (recovering) {
      resendWhenQuiet();
    } else {
      pump();
    }
  }

  private void finish(OutgoingBatch batch) {
    pendingBytes.addAndGet(-batch.payloadBytes());
    batch.release();
  }

  private void refused(OutgoingBatch batch, Failure failure) {
    WireError error = failure.error();
    String reason = error + " " + failure.detail();
    boolean first = batches.peekFirst() == batch;
    switch (error) {
      case RECORD_TOO_LARGE -> giveUp(batch, ErrorCode.RECORD_TOO_LARGE, failure.detail());
      case FORGOTTEN_DUPLICATE -> giveUp(batch, ErrorCode.LEADER_CHANGED, reason);
      case OUT_OF_ORDER_SEQUENCE, STALE_PRODUCER_EPOCH -> {
        if (first && batch.maybeStored()) {
          giveUp(batch, ErrorCode.LEADER_CHANGED, "a batch before it was given up; " + reason);
        } else if (first) {
          epochBroken = true;
        }
        recover(ErrorCode.LEADER_CHANGED, reason);
      }
      case NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS_AFTER_APPEND ->
          recover(ErrorCode.NOT_ENOUGH_REPLICAS, reason);
      case UNKNOWN_PARTITION -> recover(ErrorCode.UNKNOWN_PARTITION, reason);
      case STORAGE -> recover(ErrorCode.STORAGE, reason);
      case OVERLOADED -> recover(ErrorCode.OVERLOADED, reason);
      default -> recover(ErrorCode.NO_LEADER, reason);
    }
  }

  /** Ends a batch without knowing that it is committed; those behind it can't follow it. */
  private void giveUp(OutgoingBatch batch, ErrorCode code, String message) {
    batches.remove(batch);
    finish(batch);
    batch.failed(code, name() + ": " + message);
    epochBroken = true;
    recovering = true;
    resendWhenQuiet();
  }

  /**
   * Moves what cannot have been stored to a new epoch; the rest keeps its place in the old one.
   * Only while no attempt is under way: what awaits its reply could not move, and would be
   * overtaken.
   */
  private void beginEpoch() {
    epochBroken = false;
    sequence.beginEpoch();
    for (OutgoingBatch batch : batches) {
      if (!batch.maybeStored()) {
        batch.resequence(sequence);
      }
    }
  }

  /** Notes a failure: nothing new is sent until the batches under way have been sent again. */
  private void recover(ErrorCode code, String reason) {
    lastCode = code;
    lastReason = reason;
    recovering = true;
    resendWhenQuiet();
  }

  private void resendWhenQuiet() {
    if (resendPlanned || batches.stream().anyMatch(OutgoingBatch::awaiting)) {
      return;
    }
    resendPlanned = true;
    loop.schedule(this::refreshAndResend, pauseNanos, TimeUnit.NANOSECONDS);
    pauseNanos = Math.min(PAUSE_NANOS_MAX, pauseNanos * 2);
  }

  private void refreshAndResend() {
    if (!closed) {
      topic.refresh(0, this::resend);
    }
  }

  private void resend() {
    resendPlanned = false;
    if (closed || endForGood()) {
      return;
    }
    Route route = topic.route(partition);
    if (route == null) {
      recover(ErrorCode.NO_LEADER, topic.lastFailure());
      return;
    }
    if (epochBroken) {
      beginEpoch();
    }
    recovering = false;
    for (OutgoingBatch batch : batches) {
      if (recovering) {
        return; // A send failed at once; the rest follows with the next attempt.
      }
      if (!batch.awaiting()) {
        send(batch, route);
      }
    }
    pump();
  }

  /** Ends everything when the topic or the partition certainly does not exist. */
  private boolean endForGood() {
    if (topic.certainlyUnknown()) {
      endAll(ErrorCode.UNKNOWN_TOPIC, "no topic " + topic.topic() + "; create it first");
      return true;
    }
    if (topic.lacks(partition)) {
      endAll(
          ErrorCode.UNKNOWN_PARTITION,
          "topic " + topic.topic() + " has " + topic.partitions().size() + " partitions");
      return true;
    }
    return false;
  }

  private void planTick() {
    if (!tickPlanned) {
      tickPlanned = true;
      loop.schedule(this::tick, settings.tickNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Ends what is due, and suspects a leader that has been silent about a batch for long. */
  private void tick() {
    tickPlanned = false;
    if (closed) {
      return;
    }
    long nowNanos = System.nanoTime();
    while (!batches.isEmpty() && nowNanos - batches.getFirst().endNanos() >= 0) {
      giveUp(batches.getFirst(), codeAtDeadline(), messageAtDeadline());
    }
    queue.removeDue(nowNanos, append -> end(append, codeAtDeadline(), messageAtDeadline()));
    suspect(nowNanos);
    if (!batches.isEmpty() || !queue.isEmpty()) {
      planTick();
    }
  }

  private ErrorCode codeAtDeadline() {
    return recovering ? lastCode : ErrorCode.DEADLINE_EXCEEDED;
  }

  private String messageAtDeadline() {
    return recovering
        ? "not acknowledged before its deadline; last: " + lastReason
        : "not acknowledged before its deadline";
  }

  /** Asks another node whether there is a newer leader, when this one is slow to commit. */
  private void suspect(long nowNanos) {
    OutgoingBatch oldest = batches.peekFirst();
    boolean slow =
        oldest != null
            && oldest.awaiting()
            && nowNanos - oldest.sentNanos() > settings.suspicionNanos()
            && nowNanos - refreshedNanos > settings.suspicionNanos();
    Route route = slow ? topic.route(partition) : null;
    if (route != null) {
      refreshedNanos = nowNanos;
      topic.refresh(route.leader().node(), () -> abandon(route));
    }
  }

  /** Stops waiting for a leader that has a successor. */
  private void abandon(Route old) {
    if (!closed && topic.epoch(partition) > old.epoch()) {
      for (OutgoingBatch batch : batches) {
        if (batch.awaiting()) {
          batch.attemptEnded(true);
        }
      }
      recover(ErrorCode.LEADER_CHANGED, "the leader was deposed");
    }
  }

  private void end(PendingAppend append, ErrorCode code, String message) {
    pendingBytes.addAndGet(-append.payload().length);
    append.completeExceptionally(new NotCommittedException(code, name() + ": " + message));
  }

  private void endAll(ErrorCode code, String message) {
    while (!batches.isEmpty()) {
      OutgoingBatch batch = batches.removeFirst();
      finish(batch);
      batch.failed(code, name() + ": " + message);
    }
    queue.removeAll(append -> end(append, code, message));
    recovering = false;
  }

  /** Ends everything. */
  void close() {
    closed = true;
    queue.takeFrom(inbox);
    endAll(ErrorCode.CLOSED, "client " + settings.clientId() + " is closed");
  }
}
