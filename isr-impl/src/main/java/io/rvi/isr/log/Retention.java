package io.rvi.isr.log;

/**
 * How much of a log is kept.
 *
 * @param bytesMax delete while the log is larger, above 0
 * @param ageMsMax delete what was appended longer ago, above 0
 */
public record Retention(long bytesMax, long ageMsMax) {
  /** Everything, for ever. */
  public static final Retention ALL = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);

  boolean wantsGone(SegmentChain chain, long nowMs) {
    long withoutFirst = chain.bytes() - chain.first().bytes();
    long ageMs = nowMs - chain.first().newestTimestampMs();
    return withoutFirst >= bytesMax || ageMs > ageMsMax;
  }
}
