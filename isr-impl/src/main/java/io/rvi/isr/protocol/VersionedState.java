package io.rvi.isr.protocol;

import java.util.Objects;

/**
 * A partition's state with the version of the node that stores it.
 *
 * @param state the content
 * @param version 0 or more; grows by one with each write. Never the wildcard of ZooKeeper
 */
public record VersionedState(PartitionState state, int version) {
  /** Checks the components. */
  public VersionedState {
    Objects.requireNonNull(state, "state");
    if (version < 0) {
      throw new IllegalArgumentException("a version is 0 or more, not " + version);
    }
  }
}
