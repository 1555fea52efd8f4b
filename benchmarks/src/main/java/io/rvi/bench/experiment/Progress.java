package io.rvi.bench.experiment;

/** Hears how a run goes on. */
public interface Progress {
  /** Hears nothing. */
  Progress SILENT =
      new Progress() {
        @Override
        public void began(Step step, int number, int of) {}

        @Override
        public void ended(Step step, String summary) {}
      };

  /**
   * A step begins.
   *
   * @param step which
   * @param number from 1
   * @param of how many
   */
  void began(Step step, int number, int of);

  /**
   * A step has ended, well or not.
   *
   * @param step which
   * @param summary its main figures or its failure, in one line
   */
  void ended(Step step, String summary);
}
