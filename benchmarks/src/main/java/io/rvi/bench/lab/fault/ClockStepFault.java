package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.LabException;
import java.util.Optional;

/** Would step the wall clock of one node. No topology can: its nodes share this host's clock. */
record ClockStepFault() implements Fault {
  private static final String REASON =
      "nodes share this host's wall clock, which time namespaces do not separate; a step needs"
          + " nodes on hosts of their own";

  @Override
  public String name() {
    return "clock-step";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return Optional.of(REASON);
  }

  @Override
  public Injected inject(Scene scene) {
    throw new LabException(REASON);
  }
}
