package io.rvi.spi;

/** A setting that can't be used: unknown key, text of the wrong form, value out of range. */
public final class SettingException extends RuntimeException {
  private final String key;
  private final String complaint;

  /**
   * Creates the exception.
   *
   * @param key the key at fault
   * @param complaint what is wrong and what is expected
   */
  public SettingException(String key, String complaint) {
    super("setting " + key + ": " + complaint);
    this.key = key;
    this.complaint = complaint;
  }

  /** The key at fault. */
  public String key() {
    return key;
  }

  /** What is wrong and what is expected, without the key. */
  public String complaint() {
    return complaint;
  }
}
