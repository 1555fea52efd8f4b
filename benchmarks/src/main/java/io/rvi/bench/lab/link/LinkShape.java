package io.rvi.bench.lab.link;

/**
 * How one direction of a link carries bytes.
 *
 * @param delay the one-way delay
 * @param bytesPerSecond the bandwidth, shared by all connections of the direction; 0 is unlimited
 */
public record LinkShape(Delay delay, long bytesPerSecond) {
  /** Passes bytes on as they come. */
  public static final LinkShape PLAIN = new LinkShape(Delay.NONE, 0);

  /** Checks the range. */
  public LinkShape {
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException("a bandwidth is 0 or more, not " + bytesPerSecond);
    }
  }

  /**
   * A delay without a limit on bandwidth.
   *
   * @param delay the one-way delay
   */
  public static LinkShape delayed(Delay delay) {
    return new LinkShape(delay, 0);
  }

  /** Whether bytes pass as they come. */
  boolean isPlain() {
    return bytesPerSecond == 0 && delay.equals(Delay.NONE);
  }
}
