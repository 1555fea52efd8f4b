package io.rvi.bench.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** An open loop in a thread of its own, so that faults can be injected while it runs. */
public final class RunningLoad implements AutoCloseable {
  /** How long a stopped load may take to end beyond its deadline before that is a fault. */
  private static final long END_MAX_MS = 5_000;

  private final OpenLoop loop;
  private final Thread thread;
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

  private RunningLoad(OpenLoop loop) {
    this.loop = loop;
    this.thread = new Thread(this::run, "load-sender");
    thread.setDaemon(true);
  }

  /**
   * Starts a load and returns when it has begun.
   *
   * @param plan what to do
   * @param operation the operation
   * @throws InterruptedException when the calling thread is interrupted
   */
  public static RunningLoad start(OpenLoopPlan plan, Operation operation)
      throws InterruptedException {
    RunningLoad running = new RunningLoad(new OpenLoop(plan, operation, LoadClock.system()));
    running.thread.start();
    running.loop.awaitBegin();
    return running;
  }

  private void run() {
    try {
      result.complete(loop.run());
    } catch (InterruptedException e) {
      result.completeExceptionally(new IllegalStateException("the load was interrupted", e));
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  /** The loop: its time, its operations so far, and whether they have been committed since. */
  public OpenLoop loop() {
    return loop;
  }

  /**
   * Waits for the end of the load.
   *
   * @return what became of the operations
   * @throws InterruptedException when the calling thread is interrupted
   */
  public LoadResult await() throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the load ended with a fault of the harness", e.getCause());
    }
  }

  /**
   * Sends no more and waits for the last operations.
   *
   * @return what became of the operations
   * @throws InterruptedException when the calling thread is interrupted
   */
  public LoadResult stop() throws InterruptedException {
    loop.stop();
    return await();
  }

  /** Ends the sender whatever it does; operations under way are left to the log's client. */
  @Override
  public void close() {
    loop.stop();
    thread.interrupt();
    try {
      thread.join(END_MAX_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
