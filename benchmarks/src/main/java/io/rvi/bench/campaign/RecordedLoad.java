package io.rvi.bench.campaign;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogException;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.RecordedProducer;
import io.rvi.bench.check.RecordedReader;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An open-loop load whose every operation enters a history: producers that append at their times,
 * whatever became of earlier appends, and one reader that follows the log's end.
 */
final class RecordedLoad {
  private static final int PRODUCERS = 2;
  private static final int READ_BYTES = 64 << 10;

  /** How often the reader asks; a read that fails is not repeated faster. */
  private static final long READ_EVERY_NS = 10_000_000;

  private final FaultTrialPlan plan;
  private final long startNs;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<Throwable> untyped = new ConcurrentLinkedQueue<>();

  private RecordedLoad(FaultTrialPlan plan, long startNs) {
    this.plan = plan;
    this.startNs = startNs;
  }

  /**
   * Starts it.
   *
   * @param cluster the cluster
   * @param topic the topic, of one partition
   * @param plan its rate, record size and length
   * @param history where operations are recorded
   * @param level of reads
   * @param startNs the load's start
   */
  static RecordedLoad start(
      Cluster cluster,
      String topic,
      FaultTrialPlan plan,
      HistoryWriter history,
      Consistency level,
      long startNs)
      throws StartException {
    RecordedLoad load = new RecordedLoad(plan, startNs);
    for (int number = 0; number < PRODUCERS; number++) {
      int phase = number;
      RecordedProducer producer =
          new RecordedProducer(
              cluster.connect("producer-" + number, Map.of()).open(topic, 0),
              number,
              plan.recordBytes(),
              history,
              System::nanoTime);
      load.threads.add(
          new Thread(() -> load.produce(producer, phase), "campaign-producer-" + number));
    }
    RecordedReader reader =
        new RecordedReader(
            cluster.connect("reader", Map.of()).open(topic, 0), 0, history, System::nanoTime);
    load.threads.add(new Thread(() -> load.read(reader, level), "campaign-reader"));
    load.threads.forEach(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
    return load;
  }

  private long endNs() {
    return startNs + plan.length().toNanos();
  }

  private void produce(RecordedProducer producer, int phase) {
    long everyNs = 1_000_000_000L / plan.ratePerSecond();
    CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);
    for (long i = phase; ; i += PRODUCERS) {
      long dueNs = startNs + i * everyNs;
      if (dueNs - endNs() >= 0) {
        break;
      }
      sleepUntil(dueNs);
      CompletableFuture<?> append =
          producer.append(dueNs).handle((appended, failure) -> noteUntyped(failure));
      pending = pending.thenCombine(append, (a, b) -> null);
    }
    // Each append ends by its deadline, so this does.
    pending.join();
  }

  private @Nullable Void noteUntyped(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause != null && !(cause instanceof LogException)) {
      untyped.add(cause);
    }
    return null;
  }

  /** What appends ended with that says nothing of their outcome; a client never does that. */
  List<Throwable> untyped() {
    return List.copyOf(untyped);
  }

  private void read(RecordedReader reader, Consistency level) {
    long next = 0;
    long dueNs = startNs;
    while (dueNs - endNs() < 0) {
      sleepUntil(dueNs);
      try {
        Batch batch = reader.read(next, READ_BYTES, level).join();
        next = batch.nextOffset();
      } catch (CompletionException recorded) {
        // The history has it; the next read asks for the same records again.
      }
      dueNs = Math.max(dueNs + READ_EVERY_NS, System.nanoTime());
    }
  }

  private static void sleepUntil(long deadlineNs) {
    while (deadlineNs - System.nanoTime() > 0) {
      LockSupport.parkNanos(deadlineNs - System.nanoTime());
    }
  }

  /** Waits until every operation has ended. */
  void awaitEnd() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
