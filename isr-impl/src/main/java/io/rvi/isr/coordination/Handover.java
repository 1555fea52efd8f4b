package io.rvi.isr.coordination;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Takes work from ZooKeeper's threads to the node's event loop, in order. ZooKeeper's threads must
 * never wait: each of them would wait for an answer that only it can deliver.
 */
final class Handover {
  private final Executor loop;
  private volatile boolean closed;

  Handover(Executor loop) {
    this.loop = loop;
  }

  /** Runs the work on the loop, later; after {@link #close} work is dropped, also if handed in. */
  void run(Runnable work) {
    if (closed) {
      return;
    }
    try {
      loop.execute(
          () -> {
            if (!closed) {
              work.run();
            }
          });
    } catch (RejectedExecutionException e) {
      // The loop ended first: the node is gone, and nobody is left to be told.
      closed = true;
    }
  }

  void close() {
    closed = true;
  }
}
