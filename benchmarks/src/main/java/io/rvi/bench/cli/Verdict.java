package io.rvi.bench.cli;

import io.rvi.api.Flush;
import io.rvi.bench.campaign.FaultFinding;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.AckAudit;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DurabilityFinding;
import io.rvi.bench.experiment.DurabilityTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.OutageFinding;
import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.experiment.SlowFinding;
import io.rvi.bench.result.Validity;
import java.util.ArrayList;
import java.util.List;

/**
 * What a finished run is good for.
 *
 * @param validity of its bundle
 * @param reasons why not more; empty for VALID
 * @param exitCode of the process
 */
record Verdict(Validity validity, List<String> reasons, int exitCode) {
  Verdict {
    reasons = List.copyOf(reasons);
  }

  /**
   * Judges a run.
   *
   * @param table what it showed
   * @param findings what each step showed
   * @param config what was asked for
   * @param isDiskInMemory whether fsync cost nothing
   */
  static Verdict of(
      DecisionTable table, Findings findings, RunConfig config, boolean isDiskInMemory) {
    List<String> fatal = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    if (!findings.complete()) {
      fatal.add("not every step was run");
    }
    if (!table.stamp().isEmpty()) {
      reasons.add(table.stamp() + ", preset " + config.preset().label());
    }
    if (isDiskInMemory && config.grid().flushes().stream().anyMatch(f -> f != Flush.NONE)) {
      reasons.add("node data lies in memory, where fsync costs nothing");
    }
    for (Row row : table.rows()) {
      row.marks().stream()
          .filter(mark -> !mark.equals(DecisionTable.DEGRADED_PAIR)) // The stamp has said it once.
          .filter(mark -> !mark.startsWith(DecisionTable.LINKS_DELAYED)) // No defect: asked for.
          .forEach(mark -> (isFatal(mark) ? fatal : reasons).add(row.cell() + ": " + mark));
    }
    for (OutageFinding outage : findings.outages()) {
      String where = "outages of " + outage.cell() + ", cluster " + (outage.fork() + 1) + ": ";
      if (outage.failure() != null) {
        fatal.add(where + "FAILED: " + outage.failure());
      }
      if (isBroken(outage)) {
        reasons.add(where + "PROMISE BROKEN");
      }
    }
    boolean isUnsafe =
        findings.outages().stream().anyMatch(Verdict::isBroken)
            || table.rows().stream()
                .anyMatch(
                    row ->
                        row.faults().lost() > 0
                            || row.marks().stream()
                                .anyMatch(mark -> mark.startsWith("PROMISE BROKEN")));
    int exitCode = exitCode(table, fatal, isUnsafe);
    fatal.addAll(reasons);
    Validity validity =
        fatal.size() > reasons.size()
            ? Validity.INVALID
            : fatal.isEmpty() ? Validity.VALID : Validity.DEGRADED;
    return new Verdict(validity, fatal, exitCode);
  }

  /**
   * With what fault trials showed: a promise that was broken outweighs all, and a trial that says
   * nothing makes the run invalid.
   *
   * @param findings every trial of the run
   */
  Verdict with(List<FaultFinding> findings) {
    List<String> all = new ArrayList<>();
    for (FaultFinding finding : findings) {
      if (finding.violated() || !finding.conclusive()) {
        all.add(finding.trial().cell() + ": faults: " + finding.lines().get(0));
      }
    }
    boolean isUnsafe = findings.stream().anyMatch(FaultFinding::violated);
    boolean isInvalid = !findings.stream().allMatch(FaultFinding::conclusive);
    return outweighedBy(all, isUnsafe, isInvalid);
  }

  private Verdict outweighedBy(List<String> found, boolean isUnsafe, boolean isInvalid) {
    List<String> all = new ArrayList<>(found);
    all.addAll(reasons);
    int code = exitCode;
    if (isUnsafe) {
      code = ExitCode.SAFETY;
    } else if (isInvalid && code != ExitCode.SAFETY) {
      code = ExitCode.RUN_INVALID;
    }
    Validity least = !found.isEmpty() && validity == Validity.VALID ? Validity.DEGRADED : validity;
    return new Verdict(isInvalid ? Validity.INVALID : least, all, code);
  }

  /**
   * With what durability trials showed: a record lost that was to be kept outweighs all, an event
   * of a cell without any trial that was carried through makes the run invalid, and a void trial
   * beside others degrades it.
   *
   * @param table of the run
   * @param findings every trial of it
   */
  Verdict with(DurabilityTable table, List<DurabilityFinding> findings) {
    List<String> all = new ArrayList<>();
    for (DurabilityFinding finding : findings) {
      if (finding.failure() != null) {
        all.add(finding.directory() + ": void trial: " + finding.failure());
      }
    }
    boolean isInvalid = false;
    boolean isUnsafe = false;
    for (DurabilityTable.Row row : table.rows()) {
      String where = row.cell() + ": " + row.event().label() + ": ";
      if (row.trials() == 0) {
        isInvalid = true;
        all.add(where + "FAILED: no trial was carried through");
      }
      if (row.broken() > 0) {
        isUnsafe = true;
        all.add(where + "PROMISE BROKEN in " + row.broken() + " of " + row.trials() + " trials");
      }
      if (!row.countsAgree()) {
        all.add(where + "the two counts of lost records differ");
      }
    }
    return outweighedBy(all, isUnsafe, isInvalid);
  }

  /**
   * With what slow followers, pauses and a cut link showed: a broken promise outweighs all, levels
   * that could not be made make the run invalid, and one that did not land degrades it.
   *
   * @param findings every cluster of them
   */
  Verdict withSlow(List<SlowFinding> findings) {
    List<String> all = new ArrayList<>();
    boolean isInvalid = false;
    boolean isUnsafe = false;
    for (SlowFinding finding : findings) {
      String where = "slow, " + finding.cell() + ", cluster " + (finding.fork() + 1) + ": ";
      AckAudit audit = finding.audit();
      if (finding.failure() != null) {
        isInvalid = true;
        all.add(where + "FAILED: " + finding.failure());
      }
      if (audit != null && !audit.clean()) {
        isUnsafe = true;
        all.add(where + "PROMISE BROKEN");
      }
      for (SlowFinding.Level level : finding.levels()) {
        if (level.voidBecause() != null) {
          all.add(where + level.level().label() + " void: " + level.voidBecause());
        }
      }
    }
    return outweighedBy(all, isUnsafe, isInvalid);
  }

  /**
   * With what offered rates showed: a climb that was not made to its end makes the run invalid, and
   * what went on besides degrades it. That a rate was missed is what a climb is there to find.
   *
   * @param table of the run
   * @param findings every climb of it
   */
  Verdict withRate(RateTable table, List<RateFinding> findings) {
    List<String> all = new ArrayList<>();
    for (RateFinding finding : findings) {
      if (finding.failure() != null) {
        String where = "rate, " + finding.cell() + ", cluster " + (finding.fork() + 1);
        all.add(where + ": FAILED: " + finding.failure());
      }
    }
    boolean isInvalid = !all.isEmpty();
    table
        .sustained()
        .forEach(one -> one.marks().forEach(mark -> all.add("rate, " + one.cell() + ": " + mark)));
    return outweighedBy(all, false, isInvalid);
  }

  /** Such as {@code DEGRADED: PREVIEW, preset quick}. */
  String sentence() {
    return reasons.isEmpty() ? validity.toString() : validity + ": " + String.join("; ", reasons);
  }

  private static boolean isBroken(OutageFinding outage) {
    return outage.audit() != null && !outage.audit().clean();
  }

  private static boolean isFatal(String mark) {
    return mark.startsWith("FAILED") || mark.equals("NOT RUN");
  }

  /** The gravest matter decides: a broken promise, then a failed run, then a wrong prediction. */
  private static int exitCode(DecisionTable table, List<String> fatal, boolean isUnsafe) {
    if (isUnsafe) {
      return ExitCode.SAFETY;
    }
    if (!fatal.isEmpty()) {
      return ExitCode.RUN_INVALID;
    }
    boolean isContradicted =
        table.rows().stream()
            .map(Row::faults)
            .anyMatch(
                faults ->
                    faults.writesResume().contradicted()
                        || faults.permanentLoss().contradicted()
                        || (faults.permanentLossFull() != null
                            && faults.permanentLossFull().contradicted()));
    return isContradicted ? ExitCode.OUTSIDE_BAND : ExitCode.FINE;
  }
}
