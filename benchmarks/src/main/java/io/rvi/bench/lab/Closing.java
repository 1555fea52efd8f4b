package io.rvi.bench.lab;

import org.jspecify.annotations.Nullable;

/** Runs all steps of a clean-up, whichever of them fail, and reports the failures at the end. */
final class Closing {
  private @Nullable LabException failure;

  /**
   * Runs a step and keeps its failure.
   *
   * @param step the step
   */
  void attempt(Step step) {
    try {
      step.run();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      if (failure == null) {
        failure = new LabException("clean-up was incomplete: " + e, e);
      } else {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Throws what failed, if anything did.
   *
   * @param what what was to be closed
   */
  void finish(String what) {
    if (failure != null) {
      LabException thrown = new LabException(what + ": " + failure.getMessage(), failure);
      throw thrown;
    }
  }

  /** One step of a clean-up. */
  interface Step {
    void run() throws Exception;
  }
}
