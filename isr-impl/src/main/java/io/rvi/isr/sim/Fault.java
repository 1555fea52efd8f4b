package io.rvi.isr.sim;

/** A kind of fault that a walk may contain. */
public enum Fault {
  /** A process dies, perhaps in the middle of a turn; the page cache survives. */
  KILL,
  /** A node loses power, and with it any tail of what was not forced to disk. */
  POWER,
  /** A node comes back with an empty disk. */
  WIPE,
  /** A disk fails; the node goes. */
  DISK,
  /** A link between nodes, or to ZooKeeper, or to clients, is cut one way or both. */
  CUT,
  /** ZooKeeper ends the session of a node that lives. */
  SESSION,
  /** A process stands still for a while. */
  PAUSE,
  /** Another node becomes controller while the former still believes to be. */
  CONTROLLER,
  /** A replica falls a little behind, then leadership moves. */
  LAG_AND_MOVE,
  /** Messages are lost, doubled and overtaken. */
  MESSAGES,
  /** Answers of ZooKeeper are lost, its reads are behind. */
  ZOOKEEPER
}
