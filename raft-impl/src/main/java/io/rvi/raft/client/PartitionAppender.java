package io.rvi.raft.client;

import io.rvi.api.Appended;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.UnknownOutcomeException;
import io.rvi.raft.link.NodeLink;
import io.rvi.raft.wire.AppendReply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftClientReply;
import org.jspecify.annotations.Nullable;

/**
 * A client's appends to one partition: one producer of the partition's producer table.
 *
 * <p>Records wait in a queue until they are sent in a batch; batches stay in a window, in order of
 * their sequence numbers, until they are settled. When the leader fails, the whole window is sent
 * again, in order, to the next: the producer table stores each batch once whatever arrives twice. A
 * batch whose records have all passed their deadline is given up: its outcome is unknown, and the
 * floor sent with the batches after it keeps it from being stored behind them.
 *
 * <p>Everything but {@link #append} runs in the mailbox.
 */
final class PartitionAppender {
  private static final Duration PAUSE_STEP = Duration.ofMillis(5);
  private static final int PAUSE_STEPS_MAX = 20;

  private final String name;
  private final ClientLimits limits;
  private final PendingBudget budget;
  private final Links links;
  private final Clock clock;
  private final Supplier<CompletableFuture<LeaderTracker>> leaders;
  private final Mailbox mailbox = new Mailbox();
  private final UUID producer = UUID.randomUUID();

  private final ArrayDeque<PendingRecord> queue = new ArrayDeque<>();
  private long queuedBytes;
  private final ArrayDeque<SentBatch> window = new ArrayDeque<>();

  /** Sequence number of the next record to be sent; {@code 0 <= nextSequence}, only grows. */
  private long nextSequence;

  private @Nullable Route route;
  private boolean looking;
  private boolean ticking;
  private boolean lingering;
  private boolean closed;
  private int losses;
  private String lastFailure = "no leader was found";

  /** Where batches go. */
  private record Route(LeaderTracker leaders, Leader leader, NodeLink link) {}

  PartitionAppender(
      String name,
      Supplier<CompletableFuture<LeaderTracker>> leaders,
      ClientLimits limits,
      PendingBudget budget,
      Links links,
      Clock clock) {
    this.name = name;
    this.leaders = leaders;
    this.limits = limits;
    this.budget = budget;
    this.links = links;
    this.clock = clock;
  }

  CompletableFuture<Appended> append(byte[] payload) {
    if (payload.length > limits.recordBytesMax()) {
      return failed(
          ErrorCode.RECORD_TOO_LARGE,
          "a record of "
              + payload.length
              + " bytes exceeds record.bytes.max, "
              + limits.recordBytesMax()
              + " bytes");
    }
    if (!budget.take(payload.length)) {
      return failed(
          ErrorCode.OVERLOADED,
          "pendingBytes, " + budget.bytesMax() + " bytes, are pending; wait for appends to end");
    }
    PendingRecord pending = new PendingRecord(payload.clone(), clock.now(), budget);
    mailbox.execute(() -> enqueue(pending));
    return pending.future();
  }

  /** Ends all that is pending. */
  void close() {
    mailbox.execute(
        () -> {
          closed = true;
          failAll(ErrorCode.CLOSED, "the client was closed");
          dropRoute();
        });
  }

  private CompletableFuture<Appended> failed(ErrorCode code, String why) {
    return CompletableFuture.failedFuture(new NotCommittedException(code, name + ": " + why));
  }

  private void enqueue(PendingRecord pending) {
    if (closed) {
      pending.fail(new NotCommittedException(ErrorCode.CLOSED, name + ": the client is closed"));
      return;
    }
    queue.addLast(pending);
    queuedBytes += pending.payload().length;
    pump();
    tickLater();
  }

  private void pump() {
    Route to = route;
    if (to == null) {
      look();
      return;
    }
    while (!queue.isEmpty() && window.size() < limits.inFlight() && isDue()) {
      List<PendingRecord> records = takeBatch();
      long floor = window.isEmpty() ? nextSequence : window.getFirst().firstSequence();
      SentBatch batch = new SentBatch(producer, nextSequence, floor, records);
      nextSequence += records.size();
      window.addLast(batch);
      send(batch, to);
    }
    if (!queue.isEmpty() && window.size() < limits.inFlight()) {
      lingerLater();
    }
  }

  private boolean isDue() {
    return window.isEmpty()
        || queuedBytes >= limits.batchBytes()
        || queue.size() >= limits.batchRecords()
        || clock.now() - queue.getFirst().arrived() >= limits.linger().toNanos();
  }

  private List<PendingRecord> takeBatch() {
    List<PendingRecord> records = new ArrayList<>();
    long bytes = 0;
    while (!queue.isEmpty() && records.size() < limits.batchRecords()) {
      int next = queue.getFirst().payload().length;
      if (!records.isEmpty() && bytes + next > limits.batchBytes()) {
        break;
      }
      records.add(queue.removeFirst());
      bytes += next;
    }
    queuedBytes -= bytes;
    return records;
  }

  private void send(SentBatch batch, Route to) {
    Futures.onEnd(
        to.link()
            .write(
                to.leaders().group(),
                batch.content(window.getFirst().firstSequence(), clock.now())),
        (reply, failure) -> mailbox.execute(() -> answered(batch, to, reply, failure)));
  }

  private void answered(
      SentBatch batch, Route from, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
    if (!window.contains(batch)) {
      return;
    }
    if (reply == null || !reply.isSuccess() || reply.getMessage().getContent().isEmpty()) {
      lost(from, AttemptFailure.of(reply, failure));
      return;
    }
    AppendReply answer = AppendReply.parse(reply.getMessage().getContent());
    switch (answer.verdict()) {
      case STORED -> settle(batch, answer);
      case OUT_OF_SEQUENCE -> lost(from, AttemptFailure.outOfSequence());
      case SETTLED -> {
        window.remove(batch);
        fail(batch, ErrorCode.INTERNAL, "the partition forgot this batch's offsets; report this");
        pump();
      }
    }
  }

  private void settle(SentBatch batch, AppendReply answer) {
    losses = 0;
    window.remove(batch);
    long offset = answer.baseOffset();
    for (PendingRecord record : batch.records()) {
      record.succeed(new Appended(offset, answer.epoch()));
      offset++;
    }
    pump();
  }

  /** Leaves a route on which a batch failed; the window goes again once there is another. */
  private void lost(Route from, AttemptFailure failure) {
    if (!from.equals(route)) { // Each route has a link of its own.
      return;
    }
    lastFailure = failure.what();
    from.leaders().lost(from.leader(), failure.silent());
    dropRoute();
    if (losses == 0) {
      look();
    } else {
      looking = true;
      clock.after(
          PAUSE_STEP.multipliedBy(Math.min(losses, PAUSE_STEPS_MAX)),
          () ->
              mailbox.execute(
                  () -> {
                    looking = false;
                    look();
                  }));
    }
    losses++;
  }

  private void dropRoute() {
    Route old = route;
    route = null;
    if (old != null) {
      links.drop(old.link());
    }
  }

  private void look() {
    if (looking || closed || route != null || (queue.isEmpty() && window.isEmpty())) {
      return;
    }
    looking = true;
    Futures.onEnd(
        leaders
            .get()
            .thenCompose(
                tracker ->
                    tracker
                        .find(clock.now() + limits.deadline().toNanos())
                        .thenApply(
                            leader -> new Route(tracker, leader, links.open(leader.node())))),
        (found, failure) -> mailbox.execute(() -> looked(found, failure)));
  }

  private void looked(@Nullable Route found, @Nullable Throwable failure) {
    looking = false;
    if (found == null) {
      lookedInVain(failure);
    } else if (closed) {
      links.drop(found.link());
    } else {
      route = found;
      for (SentBatch batch : List.copyOf(window)) {
        send(batch, found);
      }
      pump();
    }
  }

  private void lookedInVain(@Nullable Throwable failure) {
    if (AttemptFailure.root(failure) instanceof LogException known) {
      if (known.code() == ErrorCode.NO_LEADER) {
        lastFailure = known.getMessage();
        look();
      } else {
        failAll(known.code(), known.getMessage());
      }
    } else {
      failAll(ErrorCode.INTERNAL, "looking for a leader failed: " + failure);
    }
  }

  private void lingerLater() {
    if (lingering) {
      return;
    }
    lingering = true;
    long waited = clock.now() - queue.getFirst().arrived();
    clock.after(
        limits.linger().minusNanos(waited),
        () ->
            mailbox.execute(
                () -> {
                  lingering = false;
                  pump();
                }));
  }

  private void tickLater() {
    if (ticking || (queue.isEmpty() && window.isEmpty())) {
      return;
    }
    ticking = true;
    PendingRecord oldest = window.isEmpty() ? queue.getFirst() : window.getFirst().records().get(0);
    Duration left = limits.deadline().minusNanos(clock.now() - oldest.arrived());
    Duration wait =
        window.isEmpty() || left.compareTo(limits.suspicion()) < 0 ? left : limits.suspicion();
    clock.after(wait.isNegative() ? PAUSE_STEP : wait, () -> mailbox.execute(this::tick));
  }

  private void tick() {
    ticking = false;
    long now = clock.now();
    long oldest = now - limits.deadline().toNanos();
    while (!queue.isEmpty() && queue.getFirst().arrived() - oldest <= 0) {
      PendingRecord late = queue.removeFirst();
      queuedBytes -= late.payload().length;
      late.fail(new NotCommittedException(lateCode(), lateText("was not sent")));
    }
    for (SentBatch batch : window) {
      for (PendingRecord record : batch.records()) {
        if (!record.ended() && record.arrived() - oldest <= 0) {
          record.fail(new UnknownOutcomeException(lateCode(), lateText("was sent")));
        }
      }
    }
    window.removeIf(SentBatch::ended);
    doubt(now);
    pump();
    tickLater();
  }

  /** Asks around when the leader has been silent for long: somebody else may lead by now. */
  private void doubt(long now) {
    Route to = route;
    if (to == null || window.isEmpty()) {
      return;
    }
    Leader newest = to.leaders().known();
    if (newest != null && newest.term() > to.leader().term()) {
      lost(to, AttemptFailure.superseded(newest));
    } else if (now - window.getFirst().sentAt() >= limits.suspicion().toNanos()) {
      to.leaders().lookForNewer(() -> mailbox.execute(() -> doubt(clock.now())));
    }
  }

  private ErrorCode lateCode() {
    return route == null ? ErrorCode.NO_LEADER : ErrorCode.DEADLINE_EXCEEDED;
  }

  private String lateText(String how) {
    return name + ": the record " + how + ", and request.deadline passed; " + lastFailure;
  }

  private void failAll(ErrorCode code, String why) {
    queue.forEach(record -> record.fail(new NotCommittedException(code, name + ": " + why)));
    queue.clear();
    queuedBytes = 0;
    window.forEach(batch -> fail(batch, code, why));
    window.clear();
  }

  private void fail(SentBatch batch, ErrorCode code, String why) {
    batch.records().forEach(r -> r.fail(new UnknownOutcomeException(code, name + ": " + why)));
  }
}
