package io.rvi.isr.sim;

/** A kind of fault that a walk may contain. */
public enum Fault {
  /** A process dies, perhaps in the middle of a turn; the page cache survives. */
  KILL,
  /** A node loses power, and with it any tail of what was not forced to disk. */
  POWER,
  /** A node is stopped in an orderly way, after others have taken over what it leads. */
  SHUTDOWN,
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
  /**
   * Leadership goes to a replica that lacks the newest records, and comes back to one that has not
   * heard of it, while what was said meanwhile and before is still on its way.
   */
  AWAY_AND_BACK,
  /** A replica's fetch is on its way when its disk is lost, and arrives after that of the next. */
  LATE_AND_WIPED,
  /** A partition is moved to other nodes, or another node is asked to lead it. */
  REASSIGN,
  /** Messages are lost, doubled and overtaken. */
  MESSAGES,
  /** Answers of ZooKeeper are lost, its reads are behind. */
  ZOOKEEPER,
  /**
   * Unclean elections are allowed in some walks, and disks are lost in them without regard to who
   * else holds the records. What is lost is counted then.
   */
  UNCLEAN_ELECTION;

  /** Whether it happens at some time, and not all the time. */
  boolean isEvent() {
    return this != MESSAGES && this != ZOOKEEPER && this != UNCLEAN_ELECTION;
  }
}
