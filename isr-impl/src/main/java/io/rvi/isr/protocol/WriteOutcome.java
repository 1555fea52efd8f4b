package io.rvi.isr.protocol;

import org.jspecify.annotations.Nullable;

/** What became of a compare-and-set in ZooKeeper. */
public sealed interface WriteOutcome {
  /**
   * It was applied.
   *
   * @param version the version it gave the node
   */
  record Committed(int version) implements WriteOutcome {}

  /**
   * It was not applied and never will be: the version had moved on.
   *
   * @param current the state read after the refusal; may be stale, the protocol checks. Null if the
   *     node does not exist
   */
  record Rejected(@Nullable VersionedState current) implements WriteOutcome {}

  /** The answer was lost: it was applied, or not, or will be later (Z2). */
  record Unknown() implements WriteOutcome {}

  /** A newer controller exists; nothing was written (controller writes only). */
  record ControllerMoved() implements WriteOutcome {}
}
