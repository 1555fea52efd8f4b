package io.rvi.bench.report;

import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Claims;
import io.rvi.bench.experiment.CrashFinding;
import io.rvi.bench.experiment.DurabilityTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.LossFinding;
import io.rvi.bench.experiment.OutageFinding;
import io.rvi.bench.experiment.OutageTable;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.experiment.SlowTable;
import io.rvi.bench.experiment.ToleranceTable;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Failures tolerated, outages, durability, slowness, rates and claims as tidy files: one row a
 * cell, a class of events or a trial. Made of plan and findings alone, so that they can be made
 * again and compared.
 */
public final class DerivedTables {
  /** One row a cell: W, L and L_full beside theory. */
  public static final String TOLERANCE = "tolerance.csv";

  /** One row a trial of crashes or losses. */
  public static final String TOLERANCE_TRIALS = "tolerance-trials.csv";

  /** One row a cell and class of events. */
  public static final String OUTAGES = "outages.csv";

  /** One row an event. */
  public static final String OUTAGE_TRIALS = "outage-trials.csv";

  /** One row a cell and event: what power losses and unsafe settings took. */
  public static final String DURABILITY = "durability.csv";

  /** One row a durability trial. */
  public static final String DURABILITY_TRIALS = "durability-trials.csv";

  /** One row a cell and level: what slow followers, pauses and a cut link did. */
  public static final String SLOW = "slow.csv";

  /** One row a level of a cluster. */
  public static final String SLOW_TRIALS = "slow-trials.csv";

  /** One row a cell and rate: latency against offered rate. */
  public static final String RATES = "rates.csv";

  /** The same, and the highest rate that each cell sustained. */
  public static final String RATES_JSON = "rates.json";

  /** One row a rate of a cluster. */
  public static final String RATE_TRIALS = "rate-trials.csv";

  /** What the run says of each claim. */
  public static final String CLAIMS = "claims.json";

  private static final double NS_PER_MS = 1e6;

  private DerivedTables() {}

  /**
   * The files by their names in the derived section; those without a row are left out.
   *
   * @param plan of the run
   * @param findings of the run
   */
  public static Map<String, String> of(Plan plan, Findings findings) {
    Map<String, String> files = new LinkedHashMap<>();
    if (plan.cells().stream().anyMatch(cell -> cell.crashes())) {
      files.put(TOLERANCE, tolerance(ToleranceTable.of(plan, findings)));
      files.put(TOLERANCE_TRIALS, toleranceTrials(findings));
    }
    if (!findings.outages().isEmpty()) {
      files.put(OUTAGES, outages(OutageTable.of(plan, findings)));
      files.put(OUTAGE_TRIALS, outageTrials(findings));
    }
    if (!findings.durability().isEmpty()) {
      files.put(DURABILITY, DurabilityReport.csv(DurabilityTable.of(plan, findings)));
      files.put(DURABILITY_TRIALS, DurabilityReport.trialsCsv(findings));
    }
    if (!findings.slow().isEmpty()) {
      files.put(SLOW, SlowReport.csv(SlowTable.of(plan, findings)));
      files.put(SLOW_TRIALS, SlowReport.trialsCsv(findings));
    }
    if (!findings.rate().isEmpty()) {
      RateTable rates = RateTable.of(plan, findings);
      files.put(RATES, RateReport.csv(rates));
      files.put(RATES_JSON, RunJson.write(rates));
      files.put(RATE_TRIALS, RateReport.trialsCsv(plan, findings));
    }
    files.put(CLAIMS, RunJson.write(Claims.of(plan, findings)));
    return files;
  }

  private static String tolerance(ToleranceTable table) {
    Csv csv =
        new Csv(
            "cell,backend,n,m,ack_set,w_theory,w_measured,l_theory,l_measured,l_full_theory,"
                + "l_full_measured,w_plus_l,identity,crash_trials,loss_trials,lost,broken_trials,"
                + "broken_share_max95,served_at_limit,revived_at_limit,lost_at_limit,"
                + "served_left_behind,tried_left_behind");
    for (ToleranceTable.Row row : table.rows()) {
      csv.row(
          row.cell(),
          row.backend(),
          row.replicas(),
          row.minInSync(),
          row.ackSet(),
          row.writesResume().theory(),
          row.writesResume().measured(),
          row.permanentLoss().theory(),
          row.permanentLoss().measured(),
          row.permanentLossFull().theory(),
          row.permanentLossFull().measured(),
          row.writesPlusLoss(),
          row.identity(),
          row.crashTrials(),
          row.lossTrials(),
          row.lost(),
          row.brokenTrials(),
          row.brokenShareMax95(),
          row.servedAtLimit(),
          row.revivedAtLimit(),
          row.lostAtLimit(),
          row.servedLeftBehind(),
          row.triedLeftBehind());
    }
    return csv.text();
  }

  private static String toleranceTrials(Findings findings) {
    Csv csv =
        new Csv(
            "cell,fork,kind,variant,seed,survived,survived_full,decides,acked,lost,verdict,raw");
    for (CellFinding finding : findings.cells()) {
      String raw = String.format(Locale.ROOT, "raw/%s/f%02d/", finding.cell(), finding.fork());
      CrashFinding crash = finding.crash();
      if (crash != null) {
        csv.row(
            finding.cell(),
            finding.fork(),
            "crash",
            crash.variant(),
            crash.seed(),
            crash.writesResume(),
            null,
            true,
            crash.audit().acked(),
            crash.audit().lost(),
            crash.audit().clean() ? "SAFE" : "BROKEN",
            raw + "crash.history");
      }
      LossFinding loss = finding.loss();
      if (loss != null) {
        csv.row(
            finding.cell(),
            finding.fork(),
            "loss",
            loss.variant(),
            loss.seed(),
            loss.permanentLoss(),
            loss.permanentLossFull(),
            loss.decides(loss.permanentLoss()),
            loss.ackedLeast() + loss.ackedFull(),
            loss.stages().get(loss.stages().size() - 1).lostLeast(),
            loss.promiseBroken() ? "BROKEN" : "SAFE",
            raw + "loss-*.history");
      }
    }
    return csv.text();
  }

  private static String outages(OutageTable table) {
    Csv csv =
        new Csv(
            "cell,event,detection_ms,trials,voids,resumed,p50_ms,p50_low,p50_high,at_least,max_ms,"
                + "p50_detections,above_3_detections,back_p50_ms,to_epoch_p50_ms,to_leader_p50_ms,"
                + "to_ack_p50_ms");
    for (OutageTable.Row row : table.rows()) {
      csv.row(
          row.cell(),
          row.event().label(),
          row.detectionMs(),
          row.trials(),
          row.voids(),
          row.resumed(),
          row.outage().value(),
          row.outage().low(),
          row.outage().high(),
          row.outage().atLeast(),
          row.longest().value(),
          row.detections().value(),
          row.longOnes(),
          row.back().value(),
          row.toEpoch().value(),
          row.toLeader().value(),
          row.toAck().value());
    }
    return csv.text();
  }

  private static String outageTrials(Findings findings) {
    Csv csv =
        new Csv(
            "cell,fork,trial,event,seed,what,proof,void,victim_controlled,injected_ms,resumed,"
                + "outage_ms,back_ms,epoch_ms,leader_ms,ack_ms,look_every_max_ms,heal_gap_ms,raw");
    for (OutageFinding finding : findings.outages()) {
      String raw =
          String.format(
              Locale.ROOT, "raw/outage-%s/f%02d/outage.csv.gz", finding.cell(), finding.fork());
      int number = 0;
      for (OutageFinding.Trial trial : finding.trials()) {
        OutageFinding.Times times = trial.times();
        OutageFinding.Gap gap = trial.gap();
        csv.row(
            finding.cell(),
            finding.fork(),
            number++,
            trial.event().label(),
            finding.seed(),
            trial.what(),
            trial.proof(),
            trial.voidBecause(),
            trial.victimControlled(),
            times.injectedNs() / NS_PER_MS,
            gap == null ? null : gap.ended(),
            gap == null ? null : gap.lengthNs() / NS_PER_MS,
            gap == null ? null : ms(gap.backNs(), 0),
            ms(times.epochSeenNs(), times.injectedNs()),
            ms(times.leaderSeenNs(), times.injectedNs()),
            gap == null || !gap.ended() ? null : ms(gap.toNs(), times.injectedNs()),
            ms(times.lookEveryMaxNs(), 0),
            gap == null ? null : ms(gap.healGapNs(), 0),
            raw);
      }
    }
    return csv.text();
  }

  private static @Nullable Double ms(@Nullable Long timeNs, long sinceNs) {
    return timeNs == null ? null : (timeNs - sinceNs) / NS_PER_MS;
  }
}
