package io.rvi.bench.lab.fault;

import java.util.List;
import java.util.Optional;

/**
 * What became of a schedule.
 *
 * @param events the faults that were done, in order
 * @param voidBecause why the trial does not count: a fault that did not land or heal, a cluster
 *     that was not whole before or after
 */
public record FaultOutcome(List<Event> events, Optional<String> voidBecause) {
  /** Copies the list. */
  public FaultOutcome {
    events = List.copyOf(events);
  }

  /**
   * A fault that was done. Times are in nanoseconds from the load's start.
   *
   * @param what what was done to whom
   * @param healthBefore how the cluster was shortly before it
   * @param injectedNs when it was begun
   * @param effectiveNs when it was done
   * @param healedNs when its heal was done
   * @param proof whether it landed
   * @param healthAfter how the cluster was after the heal, watched until it was whole or the next
   *     fault was near
   */
  public record Event(
      String what,
      String healthBefore,
      long injectedNs,
      long effectiveNs,
      long healedNs,
      Proof proof,
      String healthAfter) {}
}
