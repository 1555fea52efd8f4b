package io.rvi.bench.experiment;

import io.rvi.spi.StartException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a step does on its cluster. */
@FunctionalInterface
interface StepWork {
  /** Does it. */
  void run() throws StartException, TrialException, IOException, InterruptedException;

  /**
   * Does it, and takes whatever fails for a finding.
   *
   * @param work what to do
   * @return why it was not done to its end, in one line; null when it was
   */
  static @Nullable String failure(StepWork work) throws InterruptedException {
    try {
      work.run();
      return null;
    } catch (StartException | TrialException | IOException e) {
      // Some have none, such as that of a closed channel; null would say that nothing failed.
      return e.getMessage() == null ? e.toString() : e.getMessage();
    } catch (RuntimeException e) {
      // A fault of a backend or of the harness must not take the other steps with it.
      return e.toString();
    }
  }
}
