package io.rvi.bench.config;

/** What a run can measure. */
public enum ExperimentKind {
  /** Response times of an open loop and throughput, all replicas up, with their floors. */
  LATENCY,
  /** Failures tolerated: crashes after which writes resume, losses that records survive. */
  TOLERANCE,
  /** How long writes stop after each class of events. */
  OUTAGE,
  /** What slow followers, pauses and a cut link do while nothing dies. */
  SLOW,
  /** Response times against the rate that is offered, and the highest rate that is sustained. */
  RATE,
  /** What power losses and unsafe settings take, by flush class. */
  DURABILITY
}
