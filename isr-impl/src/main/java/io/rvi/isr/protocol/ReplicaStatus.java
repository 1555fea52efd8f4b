package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replica says of itself, as of one moment.
 *
 * @param role what it does
 * @param leaderEpoch the newest epoch it knows, -1 before any metadata
 * @param leader the leader of that epoch, if known
 * @param inSync the in-sync set as far as it knows: committed, not proposed
 * @param replicas the assignment as far as it knows
 * @param highWatermark {@code 0 <= highWatermark <= logEnd}
 * @param durableOffset {@code 0 <= durableOffset <= logEnd}
 * @param logEnd the offset after its last record
 * @param waiting requests that wait at it for an answer
 */
public record ReplicaStatus(
    Role role,
    long leaderEpoch,
    @Nullable NodeId leader,
    List<Member> inSync,
    List<NodeId> replicas,
    long highWatermark,
    long durableOffset,
    long logEnd,
    int waiting) {
  /** What a replica does. */
  public enum Role {
    /** Knows no leader to follow and does not lead: waits for metadata. */
    OFFLINE,
    /** Fetches from the leader of its epoch. */
    FOLLOWER,
    /** Leads, but does not serve before the start of its epoch is durable. */
    STARTING_LEADER,
    /** Leads and serves. */
    LEADER,
    /** Has failed, for good. */
    HALTED,
    /** Was reassigned away, for good: about to be deleted. */
    REMOVED
  }
}
