package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.load.OutcomeCounts;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one crash-and-restart trial of a cell showed: replicas killed under load, all restarted,
 * everything read back.
 *
 * @param kills one after the other, in order; empty where they were killed at once
 * @param audit the checker's verdict on the trial's history
 * @param counts the load's operations by outcome
 * @param restartedAfterMs from the first restart to the first append that committed after it
 * @param variant how replicas were killed; null in bundles older than variants
 * @param seed of the choice of victims; null in such bundles
 * @param crowds replicas killed at once, each time brought back; null in such bundles
 * @param refusal what a client was told where writes had stopped; null where that was not asked
 */
public record CrashFinding(
    List<Kill> kills,
    AckAudit audit,
    OutcomeCounts counts,
    long restartedAfterMs,
    @Nullable CrashVariant variant,
    @Nullable Long seed,
    @Nullable List<Crowd> crowds,
    @Nullable Refusal refusal) {
  /** Copies the lists. */
  public CrashFinding {
    kills = List.copyOf(kills);
    crowds = crowds == null ? null : List.copyOf(crowds);
  }

  /**
   * W as measured: the most kills after each of which writes had resumed, or the most replicas
   * killed at once after which they had, provided that they had after all smaller numbers tried.
   */
  public int writesResume() {
    if (crowds != null && !crowds.isEmpty()) {
      return crowdsThatResumed(crowds);
    }
    int resumed = 0;
    while (resumed < kills.size() && Boolean.TRUE.equals(kills.get(resumed).resumed())) {
      resumed++;
    }
    return resumed;
  }

  /** When replicas were killed, nanoseconds after the begin of the load. */
  List<Long> killsNs() {
    Stream<Long> together = crowds == null ? Stream.of() : crowds.stream().map(Crowd::atMs);
    return Stream.concat(kills.stream().map(Kill::atMs), together)
        .map(atMs -> atMs * 1_000_000)
        .toList();
  }

  private static int crowdsThatResumed(List<Crowd> crowds) {
    int stopped =
        crowds.stream()
            .filter(crowd -> !crowd.resumed())
            .mapToInt(crowd -> crowd.nodes().size())
            .min()
            .orElse(Integer.MAX_VALUE);
    return crowds.stream()
        .filter(Crowd::resumed)
        .mapToInt(crowd -> crowd.nodes().size())
        .filter(size -> size < stopped)
        .max()
        .orElse(0);
  }

  /**
   * Replicas killed at once.
   *
   * @param nodes which
   * @param leader whether the leader was among them
   * @param atMs when, after the begin of the load
   * @param resumed whether an append sent after it was committed in time
   * @param outageNs from the last ack before to the first one after it; null where not {@code
   *     resumed}
   * @param proof how it is known that they were down
   */
  public record Crowd(
      List<NodeId> nodes,
      boolean leader,
      long atMs,
      boolean resumed,
      @Nullable Long outageNs,
      String proof) {
    /** Copies the list. */
    public Crowd {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * What a client was told while too few replicas were up, the leader among them.
   *
   * @param down replicas down
   * @param append the code of the append's error; empty where it was committed
   * @param read the code of the read's error; empty where it was answered
   */
  public record Refusal(int down, String append, String read) {}

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
   * @param proof how it is known that it was down; null in bundles older than that
   */
  public record Kill(
      NodeId node,
      boolean leader,
      int downAfter,
      long atMs,
      @Nullable Boolean resumed,
      @Nullable Long outageNs,
      @Nullable String proof) {}
}
