package io.rvi.bench.lab;

import io.rvi.spi.NodeStatus;
import java.util.OptionalLong;

/**
 * One started server of a cluster, a node or a ZooKeeper server, whatever it runs in. Safe for use
 * by several threads. Once stopped or killed it never runs again; the cluster starts another.
 */
interface Server {
  /** Whether it runs, paused or not. */
  boolean alive();

  /** How it says it is; within {@link Timings#STATUS_WAIT}, also when it does not answer. */
  NodeStatus status();

  /** Stops it in order and waits for it; past {@link Timings#STOP_WAIT} it is killed. */
  void stop();

  /** Stops it as SIGKILL does and waits until it is gone. */
  void kill();

  /**
   * Freezes it (SIGSTOP).
   *
   * @throws LabException where it has no process of its own
   */
  void pause();

  /** Thaws it (SIGCONT); nothing when it is not paused. */
  void resume();

  /** Its process, where it has one of its own. */
  OptionalLong pid();
}
