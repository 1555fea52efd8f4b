package io.rvi.bench.experiment;

import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Findings in one line, for the progress of a run. */
final class Summaries {
  private Summaries() {}

  static String of(CellFinding finding) {
    StringBuilder line = new StringBuilder();
    LoadFinding load = finding.load();
    if (load != null) {
      line.append("p50 ").append(load.p50().text()).append(", p99 ").append(load.p99().text());
      line.append(
          String.format(Locale.ROOT, ", %.0f records/s at full speed", load.throughputPerSecond()));
      line.append(load.saturated() ? ", SATURATED" : "");
      for (String mark : ConditionMarks.of(List.of(finding))) {
        line.append(", ").append(mark.replaceFirst(":.*", ""));
      }
    }
    CrashFinding crash = finding.crash();
    if (crash != null) {
      line.append(line.isEmpty() ? "" : "; ");
      line.append(
          String.format(
              Locale.ROOT,
              "writes resumed after %d %s, %d of %d acked records lost",
              crash.writesResume(),
              crash.kills().isEmpty()
                  ? "replicas killed at once"
                  : "of " + crash.kills().size() + " kills",
              crash.audit().lost(),
              crash.audit().acked()));
    }
    LossFinding loss = finding.loss();
    if (loss != null) {
      line.append(
          String.format(
              Locale.ROOT,
              "; acked records survived %s losses, %s once all had them (%s)",
              survived(loss, loss.permanentLoss()),
              survived(loss, loss.permanentLossFull()),
              loss.variant()));
    }
    if (finding.failure() != null) {
      line.append(line.isEmpty() ? "" : "; ").append("FAILED: ").append(finding.failure());
    }
    return line.toString();
  }

  /** A trial that brought replicas back ended before it could show more. */
  private static String survived(LossFinding loss, int losses) {
    return loss.decides(losses) ? Integer.toString(losses) : losses + " or more";
  }

  static String of(OutageFinding finding) {
    long landed = finding.trials().stream().filter(trial -> trial.gap() != null).count();
    return ofEvents(
        finding.trials().size() + " events",
        finding.trials().size() - landed,
        finding.audit(),
        finding.failure());
  }

  private static String ofEvents(
      String events, long voids, @Nullable AckAudit audit, @Nullable String failure) {
    return String.format(
        Locale.ROOT,
        "%s, %d of them void; %d of %d acked records lost%s",
        events,
        voids,
        audit == null ? 0 : audit.lost(),
        audit == null ? 0 : audit.acked(),
        failure == null ? "" : "; FAILED: " + failure);
  }

  static String of(SlowFinding finding) {
    long voids = finding.levels().stream().filter(level -> level.voidBecause() != null).count();
    return ofEvents(finding.levels().size() + " levels", voids, finding.audit(), finding.failure());
  }

  static String of(RateFinding finding, RatePlan plan) {
    NavigableMap<Integer, RungVerdict> verdicts = finding.verdicts(plan);
    Integer held = RateClimb.highestHeld(verdicts);
    return String.format(
        Locale.ROOT,
        "%d rates up to %d/s; %s a p99 of at most %s%s",
        verdicts.size(),
        verdicts.isEmpty() ? 0 : verdicts.lastKey(),
        held == null ? "none held" : held + "/s held",
        Figure.of(plan.latencyMax().toNanos() / 1e6, "ms", 1).text(),
        finding.failure() == null ? "" : "; FAILED: " + finding.failure());
  }

  static String of(DurabilityFinding finding) {
    DurabilityFinding.Trial trial = finding.trial();
    return trial == null
        ? "FAILED: " + finding.failure()
        : String.format(
            Locale.ROOT,
            "%d of %d acked records lost (%d counted by payload), %d unavailable, %s",
            trial.audit().lost(),
            trial.audit().acked(),
            trial.countedLost(),
            trial.audit().unavailable(),
            trial.outageMs() == null
                ? "no append acknowledged afterwards"
                : "appends again after " + trial.outageMs() + " ms");
  }

  static String of(FloorFinding finding) {
    return finding.failure() != null
        ? "FAILED: " + finding.failure()
        : String.format(
            Locale.ROOT,
            "p50 %.3f ms back to back, %.3f ms at the rate",
            finding.closedP50Ns() / 1e6,
            finding.pacedP50Ns() / 1e6);
  }
}
