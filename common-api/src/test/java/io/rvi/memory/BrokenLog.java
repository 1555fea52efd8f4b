package io.rvi.memory;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogRecord;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A log as a client of a broken backend sees it. */
final class BrokenLog implements ReplicatedLog {
  private static final int EACH = 10;

  /** How long an append is held back for another to overtake it. */
  private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS);

  private final ReplicatedLog log;
  private final Flaw flaw;
  private final String client;
  private int appends;
  private @Nullable Held held;

  BrokenLog(ReplicatedLog log, Flaw flaw, String client) {
    this.log = log;
    this.flaw = flaw;
    this.client = client;
  }

  @Override
  public String topic() {
    return log.topic();
  }

  @Override
  public int partition() {
    return log.partition();
  }

  @Override
  public synchronized CompletableFuture<Appended> append(byte[] payload) {
    appends++;
    if (flaw == Flaw.SWAPS_NEIGHBOURS) {
      return appendSwapped(payload);
    }
    if (appends % EACH != 0) {
      return log.append(payload);
    }
    return switch (flaw) {
      case ACKNOWLEDGES_WITHOUT_STORING ->
          log.highWatermark(Consistency.COMMITTED).thenApply(end -> new Appended(end, 1));
      case STORES_TWICE ->
          log.append(payload).thenCombine(log.append(payload), (first, second) -> first);
      case SHOWS_INTERNAL_ENTRIES ->
          log.append(new byte[0]).thenCombine(log.append(payload), (internal, own) -> own);
      case DENIES_WHAT_IT_STORED ->
          log.append(payload)
              .thenCompose(
                  stored ->
                      CompletableFuture.failedFuture(
                          new NotCommittedException(ErrorCode.LEADER_CHANGED, "a lie")));
      default -> log.append(payload);
    };
  }

  /** An append that waits to be overtaken. */
  private static final class Held {
    private final byte[] payload;
    private final CompletableFuture<Appended> outcome = new CompletableFuture<>();

    Held(byte[] payload) {
      this.payload = payload;
    }
  }

  private CompletableFuture<Appended> appendSwapped(byte[] payload) {
    if (held == null) {
      Held first = new Held(payload.clone());
      held = first;
      LATER.execute(() -> release(first));
      return first.outcome;
    }
    Held first = held;
    CompletableFuture<Appended> overtaking = log.append(payload);
    release(first);
    return overtaking;
  }

  private synchronized void release(Held first) {
    if (held == first) {
      held = null;
      var unused =
          log.append(first.payload)
              .whenComplete(
                  (appended, failure) -> {
                    if (failure == null) {
                      first.outcome.complete(appended);
                    } else {
                      first.outcome.completeExceptionally(failure);
                    }
                  });
    }
  }

  @Override
  public CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    CompletableFuture<Batch> read = log.read(fromOffset, maxBytes, consistency);
    return flaw == Flaw.DIVERGES ? read.thenApply(this::diverged) : read;
  }

  private Batch diverged(Batch batch) {
    List<LogRecord> records = batch.records().stream().map(this::diverged).toList();
    return new Batch(batch.fromOffset(), records, batch.highWatermark());
  }

  private LogRecord diverged(LogRecord one) {
    return one.offset() % EACH == EACH - 1
        ? new LogRecord(one.offset(), ("as " + client + " saw it").getBytes(StandardCharsets.UTF_8))
        : one;
  }

  @Override
  public CompletableFuture<Long> highWatermark(Consistency consistency) {
    CompletableFuture<Long> end = log.highWatermark(consistency);
    return flaw == Flaw.READS_THE_PAST && consistency == Consistency.LINEARIZABLE
        ? end.thenApply(truth -> Math.max(0, truth - 1))
        : end;
  }
}
