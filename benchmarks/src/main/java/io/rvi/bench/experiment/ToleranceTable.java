package io.rvi.bench.experiment;

import io.rvi.bench.model.Tolerance;
import io.rvi.bench.stats.ZeroEvents;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Failures tolerated, measured beside what theory promises. Follows from plan and findings alone.
 *
 * @param rows one for each cell with crashes, in the plan's order
 */
public record ToleranceTable(List<Row> rows) {
  /** Copies the list. */
  public ToleranceTable {
    rows = List.copyOf(rows);
  }

  /**
   * One cell.
   *
   * @param cell its name
   * @param backend the backend's name
   * @param replicas n
   * @param minInSync m; 1 where the backend has no such setting
   * @param ackSet the fewest replicas that may acknowledge a record
   * @param writesResume W
   * @param permanentLoss L
   * @param permanentLossFull L_full
   * @param writesPlusLoss W + L as measured; null unless both are
   * @param identity whether that is n - 1; null unless both are measured
   * @param crashTrials crash-and-restart trials, in none of which may a record be lost
   * @param lossTrials trials of permanent loss
   * @param lost acked records lost in crash-and-restart trials
   * @param brokenTrials trials of either kind in which a promise was broken
   * @param brokenShareMax95 with no broken trial: the upper 95 % bound on their share; else null
   * @param servedAtLimit trials in which the replicas left after theory's L losses served all of it
   * @param revivedAtLimit trials in which that was tried: the others hold the records on disk alone
   * @param lostAtLimit records that those replicas, once they served, did not have
   * @param servedLeftBehind trials in which the replicas that had been cut off served without the
   *     acknowledging set, which they must not
   * @param triedLeftBehind trials in which that was tried
   */
  public record Row(
      String cell,
      String backend,
      int replicas,
      int minInSync,
      int ackSet,
      DecisionTable.Tolerance writesResume,
      DecisionTable.Tolerance permanentLoss,
      DecisionTable.Tolerance permanentLossFull,
      @Nullable Integer writesPlusLoss,
      @Nullable Boolean identity,
      int crashTrials,
      int lossTrials,
      long lost,
      int brokenTrials,
      @Nullable Double brokenShareMax95,
      int servedAtLimit,
      int revivedAtLimit,
      long lostAtLimit,
      int servedLeftBehind,
      int triedLeftBehind) {}

  /**
   * The table of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static ToleranceTable of(Plan plan, Findings findings) {
    DecisionTable decision = Tables.of(plan, findings);
    return new ToleranceTable(
        plan.cells().stream()
            .filter(Cell::crashes)
            .map(cell -> row(cell, findings, decision))
            .toList());
  }

  private static Row row(Cell cell, Findings findings, DecisionTable decision) {
    List<CellFinding> own =
        findings.cells().stream().filter(found -> found.cell().equals(cell.name())).toList();
    List<CrashFinding> crashes =
        own.stream().map(CellFinding::crash).filter(Objects::nonNull).toList();
    List<LossFinding> losses =
        own.stream().map(CellFinding::loss).filter(Objects::nonNull).toList();
    DecisionTable.Faults faults =
        decision.rows().stream()
            .filter(row -> row.cell().equals(cell.name()))
            .findFirst()
            .orElseThrow()
            .faults();
    Tolerance theory = Predictions.tolerance(cell);
    DecisionTable.Tolerance full = faults.permanentLossFull();
    Integer measuredW = faults.writesResume().measured();
    Integer measuredL = faults.permanentLoss().measured();
    Integer sum = measuredW == null || measuredL == null ? null : measuredW + measuredL;
    int trials = crashes.size() + losses.size();
    int broken =
        (int)
            (crashes.stream().filter(crash -> !crash.audit().clean()).count()
                + losses.stream().filter(LossFinding::promiseBroken).count());
    List<LossFinding.Revival> revived =
        losses.stream().map(LossFinding::revived).filter(Objects::nonNull).toList();
    List<LossFinding.Revival> behind =
        losses.stream().map(LossFinding::leftBehind).filter(Objects::nonNull).toList();
    return new Row(
        cell.name(),
        cell.backend(),
        cell.replicas(),
        cell.minInSync(),
        Predictions.smallestAckSet(cell),
        faults.writesResume(),
        faults.permanentLoss(),
        full == null
            ? new DecisionTable.Tolerance(theory.permanentLossFull(), null, "not measured")
            : full,
        sum,
        sum == null ? null : sum == cell.replicas() - 1,
        crashes.size(),
        losses.size(),
        faults.lost(),
        broken,
        trials == 0 || broken > 0 ? null : ZeroEvents.upperBound95(trials),
        served(revived),
        revived.size(),
        revived.stream().mapToLong(LossFinding.Revival::lost).sum(),
        served(behind),
        behind.size());
  }

  private static int served(List<LossFinding.Revival> revivals) {
    return (int) revivals.stream().filter(LossFinding.Revival::served).count();
  }
}
