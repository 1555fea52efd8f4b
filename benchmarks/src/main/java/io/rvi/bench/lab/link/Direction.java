package io.rvi.bench.lab.link;

/** A direction of a link, as its dialer sees it. */
public enum Direction {
  /** From the dialer to the target: requests. */
  FORWARD,
  /** From the target to the dialer: replies. */
  BACKWARD
}
