package io.rvi.spi;

/** A setting that can't be used: unknown key, text of the wrong form, value out of range. */
public final class SettingException extends RuntimeException {
  private final String key;

  /**
   * Creates the exception.
   *
   * @param key the key at fault
   * @param complaint what is wrong and what is expected
   */
  public SettingException(String key, String complaint) {
    super("setting " + key + ": " + complaint);
    this.key = key;
  }

  /** The key at fault. */
  public String key() {
    return key;
  }
}
