package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.load.OutcomeCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one crash-and-restart trial of a cell showed: replicas killed one after another under load,
 * the leader first, all restarted, everything read back.
 *
 * @param kills in order
 * @param audit the checker's verdict on the trial's history
 * @param counts the load's operations by outcome
 * @param restartedAfterMs from the first restart to the first append that committed after it
 */
public record CrashFinding(
    List<Kill> kills, AckAudit audit, OutcomeCounts counts, long restartedAfterMs) {
  /** Copies the list. */
  public CrashFinding {
    kills = List.copyOf(kills);
  }

  /** W as measured: the most kills after each of which writes had resumed. */
  public int writesResume() {
    int resumed = 0;
    while (resumed < kills.size() && Boolean.TRUE.equals(kills.get(resumed).resumed())) {
      resumed++;
    }
    return resumed;
  }

  /**
   * One replica killed.
   *
   * @param node which
   * @param leader whether it led the partition
   * @param downAfter replicas down from then on
   * @param atMs when, after the begin of the load
   * @param resumed whether an append sent after it was committed in time; null when that was not
   *     asked, as writes had stopped before
   * @param outageNs from the last ack before to the first one after it; null where not {@code
   *     resumed}
   */
  public record Kill(
      NodeId node,
      boolean leader,
      int downAfter,
      long atMs,
      @Nullable Boolean resumed,
      @Nullable Long outageNs) {}
}
