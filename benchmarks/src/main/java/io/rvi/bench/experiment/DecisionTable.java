package io.rvi.bench.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a design review asks of a replicated log, by backend and replica count. Plain data; it
 * serialises to JSON as it stands.
 *
 * @param stamp how far the figures may be trusted: {@code PREVIEW} for fewer repetitions than an
 *     interval needs, {@code DEGRADED PAIR} with the list for backends that differ in settings that
 *     they could share, else empty
 * @param notes what a reader must know, one sentence each: topology, load, method, limits
 * @param rows one for each cell, by replicas, backend and flush
 */
public record DecisionTable(String stamp, List<String> notes, List<Row> rows) {
  /** The stamp of a run whose repetitions carry no intervals. */
  public static final String PREVIEW = "PREVIEW";

  /** The stamp, and the mark of a row, of backends that were allowed to differ in a setting. */
  public static final String DEGRADED_PAIR = "DEGRADED PAIR";

  /** How a mark begins that names a condition of the cell which was asked for. */
  public static final String LINKS_DELAYED = "LINKS DELAYED";

  /** Copies the lists. */
  public DecisionTable {
    notes = List.copyOf(notes);
    rows = List.copyOf(rows);
  }

  /**
   * One cell.
   *
   * @param cell its name in plan and bundle, such as {@code isr-n3-none-1024}
   * @param backend the backend's name
   * @param replicas replicas, 1 or more
   * @param flush the flush class: none, group or each
   * @param recordBytes payload bytes of a record
   * @param topology embedded or processes
   * @param load latency and throughput
   * @param faults what crashes did
   * @param marks what is wrong with the row, such as {@code SATURATED}; empty for a good one
   */
  public record Row(
      String cell,
      String backend,
      int replicas,
      String flush,
      int recordBytes,
      String topology,
      Load load,
      Faults faults,
      List<String> marks) {
    /** Copies the marks. */
    public Row {
      marks = List.copyOf(marks);
    }
  }

  /**
   * A cell under load, all replicas up.
   *
   * @param ratePerSecond the target rate of the open loop
   * @param achievedPerSecond what was committed of it
   * @param p50 median response time
   * @param p99 99th percentile of the response time
   * @param throughput saturation throughput, pipelined
   * @param floorP50 the floor's median response time at the same rate and flush class
   * @param floorRatio p50 as a multiple of the floor's
   */
  public record Load(
      double ratePerSecond,
      Figure achievedPerSecond,
      Figure p50,
      Figure p99,
      Figure throughput,
      Figure floorP50,
      Figure floorRatio) {}

  /**
   * What a cell survived.
   *
   * @param writesResume W: crashes after which writes resume by themselves
   * @param permanentLoss L: permanent losses that a record acked by the smallest legal set survives
   * @param lost acked records that could not be read back after all replicas had been restarted
   * @param duplicated records read back more than once
   * @param acked acked records that were looked for
   * @param trials crash-and-restart trials
   * @param lostShareMax95 with 0 losses: the upper 95 % bound on the share of trials that lose;
   *     null without trials, or with losses
   * @param outage after a kill of the leader, from the last ack before to the first one after
   * @param permanentLossFull L_full: the same as L, of a record that every replica has; null when
   *     permanent loss was not tried
   */
  public record Faults(
      Tolerance writesResume,
      Tolerance permanentLoss,
      long lost,
      long duplicated,
      long acked,
      int trials,
      @Nullable Double lostShareMax95,
      Figure outage,
      @Nullable Tolerance permanentLossFull) {}

  /**
   * A number of failures survived.
   *
   * @param theory what the protocol promises
   * @param measured what was seen, or null when the preset does not measure it
   * @param remark such as {@code not measured in this preset}, or how measured and theory differ
   */
  public record Tolerance(int theory, @Nullable Integer measured, String remark) {
    /** Whether the measurement contradicts theory. */
    public boolean contradicted() {
      return measured != null && measured != theory;
    }
  }
}
