package io.rvi.bench.load.floor;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts followers that have acknowledged up to a record. */
final class AckQuorum {
  private final int needed;
  // Per follower, the highest number it acknowledged; -1 before the first.
  private final long[] acked;
  private @Nullable IOException failure;

  AckQuorum(int followers, int needed) {
    this.needed = needed;
    this.acked = new long[followers];
    Arrays.fill(acked, -1);
  }

  synchronized void acked(int follower, long number) {
    acked[follower] = number;
    notifyAll();
  }

  synchronized void failed(IOException cause) {
    failure = cause;
    notifyAll();
  }

  /** Returns once enough followers have acknowledged a record. */
  synchronized void await(long number) throws IOException {
    while (Arrays.stream(acked).filter(highest -> highest >= number).count() < needed) {
      if (failure != null) {
        throw new IOException("a follower of the floor failed", failure);
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for followers");
      }
    }
  }
}
