package io.rvi.bench.campaign;

import io.rvi.bench.lab.fault.FaultOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial recorded beside its history; plain data that serialises to JSON.
 *
 * @param cell the name of the cell that it belongs to
 * @param fork repetition, from 0
 * @param events the faults that were done, in order
 * @param voidBecause why the trial does not count; null when it does, or failed
 * @param failure why there was no trial: a cluster that did not start; null when there was one
 */
public record FaultRecord(
    String cell,
    int fork,
    List<FaultOutcome.Event> events,
    @Nullable String voidBecause,
    @Nullable String failure) {
  /** Copies the list. */
  public FaultRecord {
    events = List.copyOf(events);
  }

  static FaultRecord of(FaultStep step, FaultOutcome outcome) {
    return new FaultRecord(
        step.cell(), step.fork(), outcome.events(), outcome.voidBecause().orElse(null), null);
  }

  static FaultRecord failed(FaultStep step, String failure) {
    return new FaultRecord(step.cell(), step.fork(), List.of(), null, failure);
  }
}
