package io.rvi.bench.lab;

import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;

/** Starts servers: the one difference between the topologies. */
interface Launcher extends AutoCloseable {
  /**
   * Starts a node and returns when it serves.
   *
   * @param backend whose node
   * @param spec the node
   * @throws StartException naming what is at fault; nothing is left running
   */
  Server node(LogBackend backend, NodeSpec spec) throws StartException;

  /**
   * Starts a ZooKeeper server and returns when its port is open; a member of an ensemble may not
   * have found its quorum yet.
   *
   * @param spec the server
   * @throws StartException naming what is at fault; nothing is left running
   */
  Server zooKeeper(ZooKeeperSpec spec) throws StartException;

  /** Kills all that still runs or is about to; every later start is refused. */
  @Override
  void close();
}
