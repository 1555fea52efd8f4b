package io.rvi.raft.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other, in the order of their arrival, on the thread that brings the
 * first of them. So what a mailbox guards needs no lock, and an append that finds nothing going on
 * is sent by its caller's own thread. Never runs a task inside another.
 */
final class Mailbox implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Tasks in the queue, the running one included. */
  private final AtomicInteger waiting = new AtomicInteger();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (waiting.getAndIncrement() > 0) {
      return;
    }
    do {
      run(tasks.remove());
    } while (waiting.decrementAndGet() > 0);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("a task of the client failed; report this", e);
    }
  }
}
