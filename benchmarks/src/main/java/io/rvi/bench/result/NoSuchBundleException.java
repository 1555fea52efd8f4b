package io.rvi.bench.result;

/**
 * A name that no bundle, or no figure of one, answers to; the message says which ones there are.
 */
public final class NoSuchBundleException extends Exception {
  /**
   * Creates the exception.
   *
   * @param message one line
   */
  public NoSuchBundleException(String message) {
    super(message);
  }
}
