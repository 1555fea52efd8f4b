package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.LabException;

/** Waits between looks. */
final class Pause {
  private Pause() {}

  /**
   * Waits.
   *
   * @param millis how long; nothing when not positive
   * @throws LabException when interrupted, with the interrupt kept
   */
  static void millis(long millis) {
    if (millis <= 0) {
      return;
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted", e);
    }
  }
}
