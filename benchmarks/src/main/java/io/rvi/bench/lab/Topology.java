package io.rvi.bench.lab;

/** Where the servers of a cluster run. */
public enum Topology {
  /** All in this JVM, ZooKeeper too. For first contact and tests; its figures are not citable. */
  EMBEDDED,
  /** One JVM on this host for each node and each ZooKeeper server, clients in this one. */
  PROCESSES
}
