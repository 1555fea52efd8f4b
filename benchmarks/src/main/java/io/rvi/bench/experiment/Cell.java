package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.check.Payload;
import io.rvi.bench.lab.Topology;
import java.util.Locale;
import java.util.Map;

/**
 * One combination to measure, each time on a fresh cluster.
 *
 * @param backend the backend's name
 * @param replicas replicas of the one partition, and nodes of the cluster, 1 or more
 * @param flush when a replica's copy counts
 * @param recordBytes payload bytes of a record, {@value #RECORD_BYTES_MIN} or more
 * @param topology where the nodes run
 * @param settings the backend's settings, text by key, without {@code flush}
 * @param crashes whether replicas are killed and restarted after the latency part
 */
public record Cell(
    String backend,
    int replicas,
    Flush flush,
    int recordBytes,
    Topology topology,
    Map<String, String> settings,
    boolean crashes) {
  /** A record says by whom it was appended, and as which. */
  public static final int RECORD_BYTES_MIN = Payload.BYTES_MIN;

  /** The setting that trades writes that resume for copies that an append has. */
  public static final String MIN_IN_SYNC = "min.insync.replicas";

  /** Copies the map and checks the ranges. */
  public Cell {
    settings = Map.copyOf(settings);
    if (replicas < 1) {
      throw new IllegalArgumentException("replicas are 1 or more, not " + replicas);
    }
    if (recordBytes < RECORD_BYTES_MIN) {
      throw new IllegalArgumentException(
          "recordBytes must be at least "
              + RECORD_BYTES_MIN
              + ", so that a record can be told from all others, not "
              + recordBytes);
    }
  }

  /** How many replicas must be in sync for an append, 1 where the backend has no such setting. */
  public int minInSync() {
    return Integer.parseInt(settings.getOrDefault(MIN_IN_SYNC, "1"));
  }

  /**
   * Its name in plan and results, such as {@code isr-n3-none-1024}, or {@code isr-n3-m2-none-1024}
   * where more than one replica must be in sync.
   */
  public String name() {
    return String.format(
        Locale.ROOT,
        "%s-n%d%s-%s-%d",
        backend,
        replicas,
        minInSync() > 1 ? "-m" + minInSync() : "",
        flush.name().toLowerCase(Locale.ROOT),
        recordBytes);
  }
}
