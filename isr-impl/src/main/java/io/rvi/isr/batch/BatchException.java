package io.rvi.isr.batch;

/** Bytes that should be a batch and are none. */
public final class BatchException extends Exception {
  private final BatchFault fault;

  /**
   * Creates the exception.
   *
   * @param fault what is wrong
   */
  public BatchException(BatchFault fault) {
    super(fault.words(), null, false, false);
    this.fault = fault;
  }

  /** What is wrong. */
  public BatchFault fault() {
    return fault;
  }
}
