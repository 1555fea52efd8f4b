package io.rvi.bench.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * How the JVM of a node is started in topology {@link Topology#PROCESSES}.
 *
 * @param heapMiB its fixed heap, in MiB; start and limit are the same, so that no run pays for
 *     growth
 * @param flags further flags, the collector among them, in order
 */
public record JvmSpec(int heapMiB, List<String> flags) {
  /**
   * The serial collector on a small fixed heap: several nodes share few cores here, and concurrent
   * collector threads of one node would compete with the request threads of another.
   */
  public static final JvmSpec DEFAULT = new JvmSpec(512, List.of("-XX:+UseSerialGC"));

  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  /** Copies the list and checks the heap. */
  public JvmSpec {
    flags = List.copyOf(flags);
    if (heapMiB < 32) {
      throw new IllegalArgumentException("a node's heap is at least 32 MiB, not " + heapMiB);
    }
  }

  /**
   * This without the second compiler, whose work on a JVM that has just started takes the cores
   * from the others: for clusters whose nodes are killed and started all the time, and whose
   * figures are no times of single appends.
   */
  public JvmSpec startingOften() {
    List<String> more = new ArrayList<>(flags);
    more.add(FIRST_COMPILER_ONLY);
    return new JvmSpec(heapMiB, more);
  }
}
