package io.rvi.raft.bench;

import io.rvi.api.Appended;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.UnknownOutcomeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Appends records that name their producer and number, and notes what became of each. */
final class CampaignProducer {
  private static final int WINDOW = 32;

  private final String name;
  private final ReplicatedLog log;
  private final Thread thread;
  private final Semaphore room = new Semaphore(WINDOW);
  private final Map<Integer, Long> committed = new ConcurrentHashMap<>();
  private final List<Integer> notCommitted = new ArrayList<>();
  private final AtomicLong unknown = new AtomicLong();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final List<Throwable> untyped = new ArrayList<>();
  private volatile boolean stopped;
  private int sent;

  CampaignProducer(String name, ReplicatedLog log) {
    this.name = name;
    this.log = log;
    this.thread = new Thread(this::produce, name);
    thread.setDaemon(true); // A campaign that fails ends.
  }

  void start() {
    thread.start();
  }

  void finish() throws InterruptedException {
    stopped = true;
    thread.join();
    room.acquire(WINDOW);
  }

  String name() {
    return name;
  }

  /** The offset of each acknowledged record, by number. */
  Map<Integer, Long> committed() {
    return committed;
  }

  /** The records that are said never to appear. */
  List<Integer> notCommitted() {
    return notCommitted;
  }

  long unknown() {
    return unknown.get();
  }

  double slowestSeconds() {
    return slowestNanos.get() / 1e9;
  }

  List<Throwable> untyped() {
    return untyped;
  }

  private void produce() {
    while (!stopped) {
      room.acquireUninterruptibly();
      int number = sent++;
      long start = System.nanoTime();
      var unused =
          log.append((name + "-" + number).getBytes(StandardCharsets.UTF_8))
              .whenComplete((appended, failure) -> ended(number, start, appended, failure));
    }
  }

  private void ended(int number, long start, Appended appended, Throwable failure) {
    slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    Throwable root = failure instanceof CompletionException ? failure.getCause() : failure;
    if (root == null) {
      committed.put(number, appended.offset());
    } else if (root instanceof UnknownOutcomeException) {
      unknown.incrementAndGet();
    } else {
      synchronized (this) {
        if (root instanceof NotCommittedException) {
          notCommitted.add(number);
        } else {
          untyped.add(root);
        }
      }
    }
    room.release();
  }
}
