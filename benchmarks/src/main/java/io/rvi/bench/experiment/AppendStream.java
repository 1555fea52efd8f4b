package io.rvi.bench.experiment;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Appends one after the other, a few under way at any time, until it is closed. */
final class AppendStream implements AutoCloseable {
  private static final int UNDER_WAY_MAX = 16;
  private static final long LOOK_EVERY_MS = 10;

  private final Semaphore room = new Semaphore(UNDER_WAY_MAX);
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Begins.
   *
   * @param append begins an append; called from a thread of this stream until it is closed
   */
  AppendStream(Supplier<CompletableFuture<?>> append) {
    this.thread = new Thread(() -> run(append), "append-stream");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Supplier<CompletableFuture<?>> append) {
    try {
      while (!closed) {
        if (room.tryAcquire(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
          CompletableFuture<?> unused =
              append.get().whenComplete((appended, failure) -> room.release());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Lets it go on for a while.
   *
   * @param millis how long
   */
  void goOn(long millis) throws InterruptedException {
    thread.join(millis);
  }

  /** Begins no further append, and returns when that is so; those under way go on. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
