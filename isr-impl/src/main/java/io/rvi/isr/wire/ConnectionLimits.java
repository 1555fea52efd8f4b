package io.rvi.isr.wire;

/** The bounds of one connection, with their reasons. */
final class ConnectionLimits {
  /**
   * Unanswered requests after which a connection is not read any more until half are answered: more
   * than any client of this project pipelines to all its partitions, so only a flood is slowed.
   */
  static final int OWED_MAX = 8_192;

  /**
   * Bytes that wait to be written to a peer that does not read: a peer has one fetch or read under
   * way at a time, so this is several times what a reading peer can be owed.
   */
  static final long OUTBOUND_BYTES_MAX = 128L << 20;

  /** How long a peer may take to say Hello or Welcome, and to complete a frame that it began. */
  static final long STALL_NANOS_MAX = 10_000_000_000L;

  private ConnectionLimits() {}
}
