package io.rvi.isr.protocol;

import java.util.Objects;

/**
 * The signature of one write of a partition's state (R9): no two write attempts share one, so that
 * a writer can tell its own write from another's with the same content.
 *
 * @param writer who wrote: unique to a replica in one life, or to a controller epoch
 * @param number counts that writer's attempts
 */
public record Nonce(String writer, long number) {
  /** Checks the components. */
  public Nonce {
    Objects.requireNonNull(writer, "writer");
  }

  @Override
  public String toString() {
    return writer + "#" + number;
  }
}
