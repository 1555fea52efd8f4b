package io.rvi.isr.node;

import java.util.concurrent.TimeUnit;

/** The times that a turn needs; read once for each. */
interface Clock {
  /** This machine's clocks. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long monotonicMs() {
          return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public long wallMs() {
          return System.currentTimeMillis();
        }
      };

  /** Never goes back, whatever happens to the wall clock; for every bound. */
  long monotonicMs();

  /** Milliseconds since 1970; for what people read. */
  long wallMs();
}
