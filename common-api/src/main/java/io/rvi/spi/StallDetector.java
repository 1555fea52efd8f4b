package io.rvi.spi;

/**
 * Says when work stands still: something is asked for, and for too long nothing is done. Pure: who
 * watches looks again and again, and tells the time. Time counts only between two looks that saw
 * the same work stand still, and of each gap only as much as lies between two looks as a rule: when
 * the whole process was stopped, or whoever looks was kept busy, nobody looked, and that nothing
 * was seen to be done in the meantime says nothing about a disk.
 */
public final class StallDetector {
  private final long stallNanosMax;
  private final long gapNanosMax;

  /** What was done and whether more was asked for, as of the last look. */
  private long done;

  private boolean waiting;
  private long lookedAtNanos;

  /** {@code 0 <= stoodStillNanos}; never more than it really was, and 0 when nothing waits. */
  private long stoodStillNanos;

  /**
   * Creates a detector that has seen nothing yet.
   *
   * @param stallNanosMax from how long on work counts as standing still, above 0
   * @param gapNanosMax how much of the time between two looks counts at the most, above 0; to be
   *     less than stallNanosMax, so that one gap, however long, is no stall
   */
  public StallDetector(long stallNanosMax, long gapNanosMax) {
    if (stallNanosMax < 1 || gapNanosMax < 1) {
      throw new IllegalArgumentException(
          "both bounds must be above 0, not " + stallNanosMax + " and " + gapNanosMax);
    }
    this.stallNanosMax = stallNanosMax;
    this.gapNanosMax = gapNanosMax;
  }

  /**
   * Looks at the work.
   *
   * @param doneUpTo grows, and only when something gets done
   * @param askedUpTo above that while something waits to be done
   * @param nowNanos the time on a monotonic clock
   * @return whether it stands still
   */
  public boolean isStalled(long doneUpTo, long askedUpTo, long nowNanos) {
    boolean waits = doneUpTo < askedUpTo;
    boolean stoodStill = waits && waiting && doneUpTo == done;
    long gapNanos = Math.min(nowNanos - lookedAtNanos, gapNanosMax);
    stoodStillNanos = stoodStill ? stoodStillNanos + gapNanos : 0;
    done = doneUpTo;
    waiting = waits;
    lookedAtNanos = nowNanos;
    return stoodStillNanos >= stallNanosMax;
  }

  /** For how long it has stood still, as far as that was seen. */
  public long stoodStillNanos() {
    return stoodStillNanos;
  }
}
