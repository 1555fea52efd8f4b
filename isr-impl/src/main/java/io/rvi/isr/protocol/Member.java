package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.Objects;
import java.util.UUID;

/**
 * A replica as a member of an in-sync set: not just a node, but a node with the storage it had and
 * the life it was in when it qualified (rules R1, R7, R10).
 *
 * <p>A node that comes back with another disk has another {@code storageId} and is another member:
 * what the earlier one acknowledged says nothing about it. A node that restarts on the same storage
 * keeps the {@code storageId} and has a larger {@code incarnation}.
 *
 * @param node the node
 * @param storageId the identity of its storage: drawn at format, replaced when the storage may have
 *     lost what it acknowledged (R12)
 * @param incarnation the life of the node: the creation transaction id of its registration in
 *     ZooKeeper; grows with each registration of the node, and no two registrations share one
 */
public record Member(NodeId node, UUID storageId, long incarnation) {
  /** Checks the components. */
  public Member {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(storageId, "storageId");
  }

  /** Whether both are the same node on the same storage, in whatever life. */
  public boolean sameStorage(Member other) {
    return node.equals(other.node) && storageId.equals(other.storageId);
  }

  @Override
  public String toString() {
    return node + "/" + storageId.toString().substring(0, 8) + "/" + incarnation;
  }
}
