package io.rvi.bench.lab;

/** How the parts of a cluster reach each other. */
public enum Wiring {
  /** Each dials the other's own address: nothing in between, and no link can be hurt. */
  DIRECT,
  /**
   * Each ordered pair has a TCP proxy of its own, in this JVM: node to node, node to ZooKeeper and
   * client to node. Links can be delayed, limited and cut.
   */
  PROXIED,
  /**
   * Each server is in a network namespace of its own, with a bridge between them: nothing stands in
   * between, and links between servers can be cut by routes. Clients cannot be cut off. For
   * topology {@link Topology#PROCESSES} on Linux, with root.
   */
  NAMESPACES
}
