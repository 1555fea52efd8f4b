package io.rvi.isr.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The in-sync set as its leader knows it. A change under way is a type, not a flag: {@link
 * #committed()} decides whether appends are admitted, {@link #maximal()} what is committed.
 *
 * <pre>
 *   Committed --propose larger--> PendingExpand --applied / refused--> Committed
 *       |-----propose smaller---> PendingShrink --applied / refused--> Committed
 *   Pending*  --answer lost-----> Unresolved --a later write of ours is answered--> Committed
 * </pre>
 */
public sealed interface IsrState {
  /** The state that ZooKeeper is known to have held, with its version. */
  VersionedState stored();

  /** The proposals that ZooKeeper may hold instead, the oldest first. */
  List<PartitionState> proposals();

  /** The in-sync set that ZooKeeper is known to have held. */
  default List<Member> committed() {
    return stored().state().isr();
  }

  /**
   * Every member of every set that ZooKeeper may hold: any of them may be elected, so a record is
   * committed only when all of them have it (R6). Each (node, storage) once.
   */
  default List<Member> maximal() {
    if (proposals().isEmpty()) {
      return committed();
    }
    List<Member> all = new ArrayList<>(committed());
    for (PartitionState proposal : proposals()) {
      for (Member member : proposal.isr()) {
        if (all.stream().noneMatch(member::sameStorage)) {
          all.add(member);
        }
      }
    }
    return all;
  }

  /**
   * Every eligible leader replica that may be stored and is not in {@link #maximal()}: it may be
   * elected too, though no record waits for it.
   */
  default List<Member> electableOutside() {
    if (proposals().isEmpty() && stored().state().elr().isEmpty()) {
      return List.of();
    }
    List<Member> outside = new ArrayList<>(stored().state().elr());
    proposals().forEach(proposal -> outside.addAll(proposal.elr()));
    List<Member> inside = maximal();
    outside.removeIf(member -> inside.stream().anyMatch(member::sameStorage));
    return outside;
  }

  /**
   * Nothing is under way.
   *
   * @param stored as stored
   */
  record Committed(VersionedState stored) implements IsrState {
    @Override
    public List<PartitionState> proposals() {
      return List.of();
    }
  }

  /**
   * A set with a new member was proposed.
   *
   * @param stored as stored
   * @param proposal what was proposed
   */
  record PendingExpand(VersionedState stored, PartitionState proposal) implements IsrState {
    @Override
    public List<PartitionState> proposals() {
      return List.of(proposal);
    }
  }

  /**
   * A set without a member was proposed; the member counts until it is out.
   *
   * @param stored as stored
   * @param proposal what was proposed
   */
  record PendingShrink(VersionedState stored, PartitionState proposal) implements IsrState {
    @Override
    public List<PartitionState> proposals() {
      return List.of(proposal);
    }
  }

  /**
   * The answer to at least one proposal was lost (R9).
   *
   * @param stored as stored before any of them
   * @param proposals all that may have been applied; never empty
   * @param inFlight whether the last one still awaits its answer
   */
  record Unresolved(VersionedState stored, List<PartitionState> proposals, boolean inFlight)
      implements IsrState {
    /** Copies the list. */
    public Unresolved {
      proposals = List.copyOf(proposals);
    }
  }
}
