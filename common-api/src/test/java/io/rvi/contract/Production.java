package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One client's appends to one log, pipelined on a thread of their own while the test does its harm,
 * and what the log must then hold. Each record says who wrote it and as which of its records.
 */
final class Production {
  /** Enough to have some under way at any instant. */
  private static final int WINDOW = 32;

  /** Keeps logs short on fast machines. */
  private static final Duration BETWEEN_APPENDS = Duration.ofMillis(1);

  private final ReplicatedLog log;
  private final String producer;
  private final Thread thread;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicLong acknowledged = new AtomicLong();

  /** By sequence number. Written by the thread, read after its end. */
  private final List<CompletableFuture<Appended>> appends = new ArrayList<>();

  private Production(ReplicatedLog log, String producer) {
    this.log = log;
    this.producer = producer;
    this.thread = new Thread(this::run, "production-" + producer);
    thread.setDaemon(true);
  }

  /** Starts to append. */
  static Production start(ReplicatedLog log, String producer) {
    Production production = new Production(log, producer);
    production.thread.start();
    return production;
  }

  private void run() {
    Deque<CompletableFuture<Appended>> window = new ArrayDeque<>();
    while (!stopping.get()) {
      CompletableFuture<Appended> append =
          log.append(Outcomes.bytes(producer + ":" + appends.size()));
      appends.add(append);
      window.add(
          append.whenComplete(
              (appended, failure) -> acknowledged.addAndGet(failure == null ? 1 : 0)));
      while (window.size() >= WINDOW && !window.getFirst().isDone() && !stopping.get()) {
        LockSupport.parkNanos(BETWEEN_APPENDS.toNanos());
      }
      window.removeIf(CompletableFuture::isDone);
      LockSupport.parkNanos(BETWEEN_APPENDS.toNanos());
    }
  }

  /** Waits for some more appends to be acknowledged. */
  void awaitProgress() {
    long goal = acknowledged.get() + 2 * WINDOW;
    Await.until(
        producer + " has " + goal + " appends acknowledged", () -> acknowledged.get() >= goal);
  }

  /** Stops appending and waits until each append has ended. */
  Production finish() throws InterruptedException {
    stopping.set(true);
    thread.join(Outcomes.PATIENCE.toMillis());
    assertThat(thread.isAlive()).as("append does not block").isFalse();
    Await.until(
        "each append of " + producer + " has ended",
        () -> appends.stream().allMatch(CompletableFuture::isDone));
    return this;
  }

  /** Checks that each append was acknowledged. */
  Production checkAllCommitted() {
    assertThat(appends)
        .allSatisfy(append -> assertThat(Outcomes.result(append).offset()).isNotNegative());
    return this;
  }

  /**
   * Checks a log against the outcomes: what was committed is where it was said to be, what was not
   * is nowhere, what is unknown is there at most once, and the order is that of the appends.
   *
   * @param texts the records of the log by offset, those of other producers among them
   */
  void check(List<String> texts) {
    List<Integer> stored = new ArrayList<>();
    for (String text : texts) {
      if (text.startsWith(producer + ":")) {
        stored.add(Integer.valueOf(text.substring(producer.length() + 1)));
      }
    }
    assertThat(stored)
        .as("records of " + producer + " in the log: each once, in the order of its appends")
        .doesNotHaveDuplicates()
        .isSorted();
    for (int sequence = 0; sequence < appends.size(); sequence++) {
      checkOutcome(sequence, texts, stored);
    }
  }

  private void checkOutcome(int sequence, List<String> texts, List<Integer> stored) {
    CompletableFuture<Appended> append = appends.get(sequence);
    String text = producer + ":" + sequence;
    if (!append.isCompletedExceptionally()) {
      long offset = append.join().offset();
      assertThat(offset).as("offset of acknowledged " + text).isLessThan(texts.size());
      assertThat(texts.get((int) offset)).as("record at acknowledged " + offset).isEqualTo(text);
      return;
    }
    LogException failure = Outcomes.failure(append);
    if (failure instanceof NotCommittedException) {
      assertThat(Collections.binarySearch(stored, sequence))
          .as("place of " + text + ", which ended as not committed: " + failure)
          .isNegative();
    }
  }
}
