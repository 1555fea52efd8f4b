package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes as a controller sees them: who is registered as what, and who is about to stop. */
final class ClusterView {
  private final Map<NodeId, Member> registered = new HashMap<>();
  private final Set<Member> stopping = new HashSet<>();
  private final ReplicationRules rules;

  ClusterView(ReplicationRules rules) {
    this.rules = rules;
  }

  /**
   * Takes all registrations.
   *
   * @return the nodes that are new, or have begun a new life
   */
  Set<NodeId> update(List<Member> registrations) {
    Set<NodeId> begun = new HashSet<>();
    Map<NodeId, Member> before = Map.copyOf(registered);
    registered.clear();
    for (Member member : registrations) {
      registered.put(member.node(), member);
      if (!member.equals(before.get(member.node()))) {
        begun.add(member.node());
      }
    }
    stopping.retainAll(registered.values());
    return begun;
  }

  /** The registration of a node, if it has one. */
  @Nullable Member of(NodeId node) {
    return registered.get(node);
  }

  /** Notes that a node is about to stop; false if it is not registered in that life. */
  boolean stop(NodeId node, long incarnation) {
    Member member = registered.get(node);
    if (member == null || member.incarnation() != incarnation) {
      return false;
    }
    stopping.add(member);
    return true;
  }

  /** Whether a node is registered and stays. */
  boolean stays(NodeId node) {
    Member member = registered.get(node);
    return member != null && !stopping.contains(member);
  }

  /** Whether a member's storage is registered: what it acknowledged is there (R10). */
  boolean isVerified(Member member) {
    Member now = registered.get(member.node());
    return now != null && (now.sameStorage(member) || !rules.storageMatters());
  }

  /** Whether a member is registered in the very life that it names. */
  boolean isThisLife(Member member) {
    return member.equals(registered.get(member.node()));
  }

  /** The registrations that stay, of some nodes, in their order. */
  List<Member> live(Collection<NodeId> nodes) {
    return nodes.stream().filter(this::stays).map(registered::get).toList();
  }

  /** The nodes that are registered and stay. */
  List<NodeId> nodes() {
    return registered.keySet().stream().filter(this::stays).sorted().toList();
  }
}
