package io.rvi.bench.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a JVM stood still while a load was measured.
 *
 * @param process the node's name, or {@value #HARNESS}
 * @param collectorNs pauses of the collector, summed; 0 or more
 * @param stoppedNs all stops of all threads, those of the collector among them; of the harness
 *     those of the collector alone
 * @param longestNs the longest of these stops; 0 for the harness, whose JVM gives sums alone
 */
public record JvmPauses(String process, long collectorNs, long stoppedNs, long longestNs) {
  /** The process that sends the load. */
  public static final String HARNESS = "harness";

  /** A JVM that stands still for this share of the time may have made a p99 by itself. */
  public static final double SHARE_MAX = 0.01;

  private static final double NS_PER_MS = 1e6;

  /** Such as {@code [3.1s][gc] GC(7) Pause Young (Allocation Failure) 136M->1M(494M) 3.214ms}. */
  private static final Pattern COLLECTION =
      Pattern.compile("\\] GC\\(\\d+\\) Pause .* (\\d+)[.,](\\d{3})ms\\s*$");

  /**
   * Such as {@code [3.1s][safepoint] Safepoint "Cleanup", ..., At safepoint: 9 ns, Total: 99 ns}.
   */
  private static final Pattern STOP = Pattern.compile("\\] Safepoint \".*Total: +(\\d+) ns");

  /**
   * From a part of a JVM's log of tags {@code gc} and {@code safepoint}. Lines of other forms, and
   * the first or last one where it is cut, say nothing.
   *
   * @param process whose log it is
   * @param log its lines
   */
  public static JvmPauses of(String process, String log) {
    long collector = 0;
    long stopped = 0;
    long longest = 0;
    for (String line : log.split("\n", -1)) {
      Matcher collection = COLLECTION.matcher(line);
      if (collection.find()) {
        String microseconds = collection.group(1) + collection.group(2);
        collector += Math.round(Long.parseLong(microseconds) * NS_PER_MS / 1_000);
      }
      Matcher stop = STOP.matcher(line);
      if (stop.find()) {
        long lengthNs = Long.parseLong(stop.group(1));
        stopped += lengthNs;
        longest = Math.max(longest, lengthNs);
      }
    }
    return new JvmPauses(process, collector, Math.max(stopped, collector), longest);
  }
}
