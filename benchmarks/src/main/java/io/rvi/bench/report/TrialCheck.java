package io.rvi.bench.report;

import io.rvi.bench.check.Checker;
import io.rvi.bench.check.Verdict;
import io.rvi.bench.experiment.AckAudit;
import io.rvi.bench.experiment.AckCount;
import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.CrashFinding;
import io.rvi.bench.experiment.DurabilityFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.LossFinding;
import io.rvi.bench.experiment.OutageFinding;
import io.rvi.bench.experiment.SlowFinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Judges the histories of crash, loss, outage, slowness and durability trials again, and measures
 * each outage and each level of slowness again from every acknowledgement that was recorded, by
 * code of its own.
 */
final class TrialCheck {
  private final Path directory;

  /**
   * A check.
   *
   * @param directory of the bundle
   */
  TrialCheck(Path directory) {
    this.directory = directory;
  }

  /** What does not follow from the raw files, each naming its file. */
  List<String> verify(Findings findings) {
    List<String> complaints = new ArrayList<>();
    for (CellFinding finding : findings.cells()) {
      String raw = String.format(Locale.ROOT, "raw/%s/f%02d/", finding.cell(), finding.fork());
      CrashFinding crash = finding.crash();
      if (crash != null) {
        checkAudit(raw + "crash.history", crash.audit(), complaints);
      }
      LossFinding loss = finding.loss();
      if (loss != null) {
        checkLoss(raw, loss, complaints);
      }
    }
    for (OutageFinding outage : findings.outages()) {
      String raw = String.format(Locale.ROOT, "raw/outage-%s/f%02d/", outage.cell(), outage.fork());
      AckAudit audit = outage.audit();
      if (audit != null) {
        checkAudit(raw + "outage.history", audit, complaints);
        checkGaps(raw + "outage.csv.gz", outage, complaints);
      }
    }
    findings.durability().forEach(finding -> checkDurability(finding, complaints));
    findings.slow().forEach(finding -> checkSlow(finding, complaints));
    return complaints;
  }

  private void checkSlow(SlowFinding finding, List<String> complaints) {
    AckAudit audit = finding.audit();
    if (audit == null) {
      return;
    }
    checkAudit(finding.raw() + "slow.history", audit, complaints);
    String path = finding.raw() + "slow.csv.gz";
    for (SlowFinding.Level level : finding.levels()) {
      SlowFinding.Times times = level.times();
      long settledNs =
          Math.min(times.effectiveNs() + finding.detectionMs() * 1_000_000, times.healedNs());
      String what = level.level().label();
      checkWindow(
          path, what + ", before", level.before(), times.fromNs(), times.injectedNs(), complaints);
      checkWindow(path, what, level.during(), times.effectiveNs(), times.healedNs(), complaints);
      checkWindow(
          path, what + ", settled", level.settled(), settledNs, times.healedNs(), complaints);
    }
  }

  private void checkWindow(
      String path,
      String what,
      SlowFinding.Window found,
      long fromNs,
      long untilNs,
      List<String> complaints) {
    try {
      SlowFinding.Window again =
          OperationTimes.read(directory.resolve(path), fromNs, untilNs).window();
      if (!again.equals(found)) {
        complaints.add(path + ": the appends of " + what + " are " + again + ", not " + found);
      }
    } catch (IOException e) {
      complaints.add(path + ": cannot be read: " + e.getMessage());
    }
  }

  private void checkDurability(DurabilityFinding finding, List<String> complaints) {
    DurabilityFinding.@Nullable Trial trial = finding.trial();
    if (trial == null) {
      return;
    }
    String raw = DurabilityReport.raw(finding);
    checkAudit(raw + "durability.history", trial.audit(), complaints);
    String path = raw + "acked.csv";
    try {
      long again = AckCount.lostOf(directory.resolve(path));
      if (again != trial.countedLost()) {
        complaints.add(path + ": " + again + " records lost, not " + trial.countedLost());
      }
    } catch (IOException e) {
      complaints.add(path + ": cannot be read: " + e.getMessage());
    }
  }

  private void checkAudit(String path, AckAudit found, List<String> complaints) {
    Verdict verdict = verdict(path, complaints);
    if (verdict == null) {
      return;
    }
    AckAudit again = AckAudit.of(verdict);
    boolean same =
        again.acked() == found.acked()
            && again.lost() == found.lost()
            && again.unavailable() == found.unavailable()
            && again.unknownFound() == found.unknownFound()
            && again.violations().equals(found.violations());
    if (!same) {
      complaints.add(
          path + ": the checker's verdict on it is not that of " + RunJson.FINDINGS_PATH);
    }
  }

  private @Nullable Verdict verdict(String path, List<String> complaints) {
    try {
      return Checker.check(directory.resolve(path));
    } catch (IOException e) {
      complaints.add(path + ": cannot be judged: " + e.getMessage());
      return null;
    }
  }

  private void checkLoss(String raw, LossFinding loss, List<String> complaints) {
    for (LossFinding.Stage stage : loss.stages()) {
      String after = "-after-" + stage.losses() + ".history";
      checkLost(raw + "loss-full" + after, stage.lostFull(), complaints);
      checkLost(raw + "loss-least" + after, stage.lostLeast(), complaints);
    }
    checkRevival(raw + "loss-least-left-behind.history", loss.leftBehind(), complaints);
    checkRevival(raw + "loss-least-revived.history", loss.revived(), complaints);
  }

  private void checkRevival(
      String path, LossFinding.@Nullable Revival revival, List<String> complaints) {
    if (revival != null) {
      checkLost(path, revival.lost(), complaints);
      Verdict verdict = verdict(path, complaints);
      if (verdict != null && (verdict.unavailable() == 0) != revival.served()) {
        complaints.add(path + ": says otherwise whether the log was served");
      }
    }
  }

  private void checkLost(String path, long lost, List<String> complaints) {
    Verdict verdict = verdict(path, complaints);
    if (verdict != null && verdict.lost() != lost) {
      complaints.add(path + ": " + verdict.lost() + " records lost, not " + lost);
    }
  }

  private void checkGaps(String path, OutageFinding outage, List<String> complaints) {
    long[] acksNs;
    try {
      acksNs = OperationTimes.acksNs(directory.resolve(path));
    } catch (IOException e) {
      complaints.add(path + ": cannot be read: " + e.getMessage());
      return;
    }
    for (OutageFinding.Trial trial : outage.trials()) {
      OutageFinding.Gap gap = trial.gap();
      if (gap != null) {
        long again = longestGapNs(acksNs, trial.times().injectedNs(), trial.times().healedNs());
        if (again != gap.lengthNs()) {
          complaints.add(
              path
                  + ": the outage after "
                  + trial.what()
                  + " is "
                  + again
                  + " ns, not "
                  + gap.lengthNs());
        }
      }
    }
  }

  /**
   * The longest time between two acknowledgements, from the last one before an event on; a pause
   * that lasts to the end counts as far as it was seen, if it is the longest.
   */
  private static long longestGapNs(long[] acksNs, long eventNs, long untilNs) {
    long[] seen = Arrays.stream(acksNs).filter(ack -> ack <= untilNs).toArray();
    int first = (int) Arrays.stream(seen).filter(ack -> ack <= eventNs).count() - 1;
    long longest = untilNs - seen[seen.length - 1];
    for (int i = first; i + 1 < seen.length; i++) {
      longest = Math.max(longest, seen[i + 1] - seen[i]);
    }
    return longest;
  }
}
