package io.rvi.isr.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does a log's slow disk work, one piece after another, on a thread of a shared pool. Used by the
 * owner thread; each piece is prepared there just before it runs, and ends there.
 */
final class DiskLane {
  /**
   * How long a close waits for the piece under way: a disk that takes longer is as good as dead.
   */
  private static final long CLOSE_MS_MAX = 10_000;

  private final Executor pool;
  private final Executor owner;
  private final Consumer<IOException> failed;
  private final ArrayDeque<Piece> queue = new ArrayDeque<>();
  private @Nullable CountDownLatch underWay;
  private boolean closed;

  DiskLane(Executor pool, Executor owner, Consumer<IOException> failed) {
    this.pool = pool;
    this.owner = owner;
    this.failed = failed;
  }

  /** Work that may block; runs on a pool thread and touches no state of the owner's. */
  interface Work {
    void run() throws IOException;
  }

  private record Piece(Supplier<Work> prepare, Runnable done) {}

  /**
   * Queues a piece of work.
   *
   * @param prepare called on the owner thread when its turn comes: captures what it needs
   * @param done called on the owner thread when it succeeded
   */
  void submit(Supplier<Work> prepare, Runnable done) {
    if (!closed) {
      queue.add(new Piece(prepare, done));
      startNext();
    }
  }

  private void startNext() {
    Piece piece = underWay == null ? queue.poll() : null;
    if (piece == null) {
      return;
    }
    Work work = piece.prepare().get();
    CountDownLatch latch = new CountDownLatch(1);
    underWay = latch;
    pool.execute(() -> runPiece(piece, work, latch));
  }

  private void runPiece(Piece piece, Work work, CountDownLatch latch) {
    @Nullable IOException failure = null;
    try {
      work.run();
    } catch (IOException e) {
      failure = e;
    } finally {
      latch.countDown();
    }
    IOException outcome = failure;
    try {
      owner.execute(() -> ended(piece, outcome));
    } catch (RejectedExecutionException e) {
      // The owner has ended, and with it everybody who could wait for this.
    }
  }

  private void ended(Piece piece, @Nullable IOException failure) {
    underWay = null;
    if (closed) {
      return;
    }
    if (failure != null) {
      closed = true;
      queue.clear();
      failed.accept(failure);
      return;
    }
    piece.done().run();
    startNext();
  }

  /** Waits until no piece is under way; those queued stay queued. */
  void await() throws IOException {
    CountDownLatch latch = underWay;
    try {
      if (latch != null && !latch.await(CLOSE_MS_MAX, TimeUnit.MILLISECONDS)) {
        throw new IOException("the disk does not answer within " + CLOSE_MS_MAX + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the disk", e);
    }
  }

  /** Takes no more work and forgets what is queued; what is under way goes on unheard. */
  void close() {
    closed = true;
    queue.clear();
  }
}
