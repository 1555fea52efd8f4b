package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.ReplicaStatus;
import org.jspecify.annotations.Nullable;

/** A node as the omniscient observer sees it. */
interface Observed {
  NodeId id();

  SimDisk disk();

  /** What its replica says of itself, if the process lives. */
  @Nullable ReplicaStatus status();

  /** The in-sync set as it knows it, if it leads. */
  @Nullable IsrState isrState();

  /** The member that the replica believes to be. */
  Member actingAs();
}
