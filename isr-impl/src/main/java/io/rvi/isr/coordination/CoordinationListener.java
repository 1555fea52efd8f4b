package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node learns of its cluster, on its event loop. News may be repeated and may skip states in
 * between, but never goes back in one session; it proposes, and only writes decide.
 */
public interface CoordinationListener {
  /** This node is registered, in a new life; what concerns an earlier one is void. */
  void registered(long incarnation);

  /** The connection has been broken for longer than leadership may be presumed to last. */
  void suspended();

  /** The connection is back in the session that there was. */
  void resumed();

  /** The session, and the registration with it, is gone or must be taken to be. */
  void lost();

  /** The nodes that are registered now. */
  void liveNodes(List<LiveNode> nodes);

  /** The node that is controller now, or null when none is. */
  void controller(@Nullable NodeId node);

  /** A topic exists. */
  void topic(TopicAssignment topic);

  /** A partition's state was written. */
  void partition(TopicPartition partition, VersionedState state);

  /** Everything that there was at the last connect has been told. */
  void synced();

  /** This node is controller; everything older than its election has been told. */
  void won(long controllerEpoch);

  /** This node is not controller any more. */
  void resigned(long controllerEpoch);

  /** This node can't take part: another one uses its id. */
  void refused(String message);

  /**
   * A registered node.
   *
   * @param member the node, its storage and its life
   * @param cleanStop whether the life before this one ended in order
   */
  record LiveNode(Member member, boolean cleanStop) {}
}
