package io.rvi.bench.experiment;

import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.SenderCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What went on besides the log's own work while a load was measured: whether its figures are those
 * of the log. Plain data.
 *
 * @param measuredNs how long it was watched: the part of the load that counts, until its last
 *     operation had ended
 * @param senderRealTime whether the sender's thread went before ordinary ones
 * @param senderCores cores that the sender's thread kept busy on the mean; null where its JVM does
 *     not tell
 * @param harnessCores likewise the whole process that sends: the client's threads too, and in
 *     topology {@code EMBEDDED} the nodes; null where its JVM does not tell
 * @param leaderMoves how much the partition's epoch grew from before the load to after it; null
 *     when the cluster did not say
 * @param jvms pauses of the harness and of each node that is a process
 */
public record LoadConditions(
    long measuredNs,
    boolean senderRealTime,
    @Nullable Double senderCores,
    @Nullable Double harnessCores,
    @Nullable Long leaderMoves,
    List<JvmPauses> jvms) {
  private static final double NS_PER_MS = 1e6;
  private static final double PERCENT = 100;

  /** Copies the list. */
  public LoadConditions {
    jvms = List.copyOf(jvms);
  }

  /**
   * What is wrong, each as a mark, a colon and the figures that it rests on; empty when all is
   * well.
   *
   * @param load the load's finding
   */
  List<String> marks(LoadFinding load) {
    List<String> marks = new ArrayList<>();
    if (load.senderLate()) {
      marks.add(
          String.format(
              Locale.ROOT,
              "SENDER LATE: by %.3f ms at p99; %.3f ms are %.0f %% of p50",
              load.latenessP99Ns() / NS_PER_MS,
              LoadResult.LATE_ABOVE * load.p50().valueNs() / NS_PER_MS,
              PERCENT * LoadResult.LATE_ABOVE));
    }
    if (senderCores != null && senderCores > SenderCost.CORES_MAX) {
      marks.add(
          String.format(
              Locale.ROOT,
              "SENDER BUSY: its thread took %.1f %% of a core; %.0f %% are allowed",
              PERCENT * senderCores,
              PERCENT * SenderCost.CORES_MAX));
    }
    if (leaderMoves == null) {
      marks.add("LEADER NOT SEEN: the cluster did not say who led before and after the load");
    } else if (leaderMoves != 0) {
      marks.add("LEADER MOVED: the epoch grew by " + leaderMoves + " during the load");
    }
    jvms.stream().filter(this::stoodStill).map(this::pauses).forEach(marks::add);
    return marks;
  }

  private boolean stoodStill(JvmPauses jvm) {
    return jvm.stoppedNs() > JvmPauses.SHARE_MAX * measuredNs;
  }

  private String pauses(JvmPauses jvm) {
    return String.format(
        Locale.ROOT,
        "JVM PAUSES: %s stood still for %.1f %% of the time, %.1f ms of it for its collector",
        jvm.process(),
        PERCENT * jvm.stoppedNs() / measuredNs,
        jvm.collectorNs() / NS_PER_MS);
  }
}
