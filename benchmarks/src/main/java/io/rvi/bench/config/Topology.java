package io.rvi.bench.config;

/** Where the nodes of a run live. */
public enum Topology {
  /** All nodes, ZooKeeper and the client in one JVM: for first contact; not citable. */
  EMBEDDED,
  /** One JVM for each node and each ZooKeeper server on this host, the client apart. */
  PROCESSES
}
