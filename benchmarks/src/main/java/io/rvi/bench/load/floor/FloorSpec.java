package io.rvi.bench.load.floor;

import io.rvi.api.Flush;
import java.util.Locale;

/**
 * A floor to measure.
 *
 * @param replicas nodes of the chain, 1 or more: a leader and its followers
 * @param acks followers that the leader waits for, 0 to {@code replicas - 1}
 * @param flush {@link Flush#NONE}: each node writes the payload; otherwise it also waits for an
 *     fsync of it, all nodes at the same time. There is one operation under way, so that {@code
 *     GROUP} and {@code EACH} are the same here
 * @param recordBytes of the payload, 8 to 16 MiB
 */
public record FloorSpec(int replicas, int acks, Flush flush, int recordBytes) {
  private static final int RECORD_BYTES_MAX = 16 << 20;

  /** Checks the ranges. */
  public FloorSpec {
    if (replicas < 1 || acks < 0 || acks >= replicas) {
      throw new IllegalArgumentException(
          "a floor of " + replicas + " nodes cannot wait for " + acks + " followers");
    }
    if (recordBytes < Long.BYTES || recordBytes > RECORD_BYTES_MAX) {
      throw new IllegalArgumentException("a floor's record is 8 B to 16 MiB, not " + recordBytes);
    }
  }

  /** Whether nodes fsync. */
  boolean syncs() {
    return flush != Flush.NONE;
  }

  /** Its name in plan and results, such as {@code floor-n3-a2-none-1024}. */
  public String name() {
    return String.format(
        Locale.ROOT,
        "floor-n%d-a%d-%s-%d",
        replicas,
        acks,
        flush.name().toLowerCase(Locale.ROOT),
        recordBytes);
  }
}
