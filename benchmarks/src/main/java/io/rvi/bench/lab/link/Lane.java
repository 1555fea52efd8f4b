package io.rvi.bench.lab.link;

import java.util.SplittableRandom;

/** One direction of a link, over all its connections. Only the link's event loop touches it. */
final class Lane {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final SplittableRandom random;
  private LinkShape shape = LinkShape.PLAIN;
  private boolean silent;
  private long passedBytes;
  private long delayedBytes;
  private long heldBytes;

  /** When the last byte that was let onto the wire is through, on the clock of System.nanoTime. */
  private long wireFreeNs;

  Lane(SplittableRandom random) {
    this.random = random;
  }

  LinkShape shape() {
    return shape;
  }

  void shape(LinkShape changed, long nowNs) {
    shape = changed;
    wireFreeNs = nowNs;
  }

  boolean silent() {
    return silent;
  }

  void silent(boolean changed) {
    silent = changed;
  }

  /**
   * When a burst that came now may be passed on, were it alone on its connection.
   *
   * @param bytes its length
   * @param nowNs now
   */
  long dueNs(int bytes, long nowNs) {
    long throughNs = nowNs;
    if (shape.bytesPerSecond() > 0) {
      long startNs = wireFreeNs - nowNs > 0 ? wireFreeNs : nowNs;
      throughNs = startNs + bytes * NANOS_PER_SECOND / shape.bytesPerSecond();
      wireFreeNs = throughNs;
    }
    return throughNs + shape.delay().sampleNs(random);
  }

  void held(int bytes) {
    heldBytes += bytes;
  }

  void passed(int bytes, boolean delayed) {
    passedBytes += bytes;
    if (delayed) {
      delayedBytes += bytes;
    }
  }

  LinkState.DirectionState state() {
    return new LinkState.DirectionState(silent, shape, passedBytes, delayedBytes, heldBytes);
  }
}
