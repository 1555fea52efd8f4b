package io.rvi.spi;

import io.rvi.api.NodeId;

/** One running server of a backend. */
public interface LogNode extends AutoCloseable {
  /** Who it is. */
  NodeId id();

  /** How it is now. */
  NodeStatus status();

  /**
   * Stops in order: hands leadership over where it can, flushes, says goodbye. Returns within
   * seconds when all is gone; a second close, or a close after {@link #halt}, does nothing.
   */
  @Override
  void close();

  /**
   * Stops as SIGKILL would, as far as one process can: nothing is flushed, no goodbye is said,
   * sessions are left to expire. What had reached the page cache stays.
   *
   * @implSpec Must free ports, threads and file handles, so that the node can be started again in
   *     this process.
   */
  void halt();
}
