package io.rvi.raft.machine;

import io.rvi.raft.wire.Topic;
import java.util.concurrent.Executor;
import org.apache.ratis.protocol.RaftGroupId;

/** What a state machine needs of the node that carries it. */
public interface ReplicaHost {
  /** Where log reads run, so that a cold segment does not hold up the requests behind it. */
  Executor readers();

  /**
   * A topic was created, or a partition of it moves, as the catalog says. After each start all of
   * it is told again, from the first change on: what is told may be long past. Must return at once.
   *
   * @param topic the topic as it is after the change
   */
  void topicChanged(Topic topic);

  /**
   * A group's log can no longer be written. Must return at once.
   *
   * @param group the group
   * @param cause what failed
   */
  void logFailed(RaftGroupId group, Throwable cause);
}
