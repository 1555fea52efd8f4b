package io.rvi.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** How many operations of a load were committed in each interval of its time. */
final class CommittedOverTime {
  static final int INTERVAL_MS = 100;

  private static final long INTERVAL_NS = INTERVAL_MS * 1_000_000L;

  private CommittedOverTime() {}

  /**
   * Counts the committed operations of a file by the interval in which they ended.
   *
   * @param file gzipped CSV of operations
   * @param intervalsMax what ends later is not counted
   * @return counts from the begin of the load to the last end
   * @throws IOException when it cannot be read or a line is of another form
   */
  static long[] read(Path file, int intervalsMax) throws IOException {
    long[] counts = new long[intervalsMax];
    int[] used = {0};
    OperationLines.read(
        file,
        line -> {
          if (line.isCommitted()) {
            long interval = line.endedNs() / INTERVAL_NS;
            if (interval < intervalsMax) {
              counts[(int) interval]++;
              used[0] = Math.max(used[0], (int) interval + 1);
            }
          }
        });
    return Arrays.copyOf(counts, used[0]);
  }
}
