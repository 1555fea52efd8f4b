package io.rvi.bench.experiment;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.stats.Bootstrap;
import io.rvi.bench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The claims C13, C14 and C33 to C37, from outages. */
final class OutageClaims {
  private static final List<String> DATA =
      List.of("derived/outages.csv", "derived/outage-trials.csv");

  /** The claims of failover are about three replicas. */
  private static final int REPLICAS = 3;

  /** Fewer trials than this decide nothing about times. */
  private static final int TRIALS_MIN = 10;

  /** What a failover may take at the most, in detection times. */
  private static final double FAILOVER_DETECTIONS = 2;

  /** What an orderly stop may take. */
  private static final double ORDERLY_MS = 100;

  private static final double NS_PER_MS = 1e6;

  private final Plan plan;
  private final Findings findings;
  private final OutageTable table;

  OutageClaims(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
    this.table = OutageTable.of(plan, findings);
  }

  List<Claim> judge() {
    return List.of(
        nothingLost(
            "C13",
            "a paused old leader cannot acknowledge after failover",
            OutageEvent.LEADER_PAUSED),
        nothingLost(
            "C14",
            "an isolated leader never acknowledges what is not replicated",
            OutageEvent.LEADER_CUT_OFF),
        failover(),
        equalDetection(),
        followerCrash(),
        orderlyStop(),
        controllerToo());
  }

  private List<Cell> cells(Predicate<Cell> which) {
    return plan.outages() == null
        ? List.of()
        : plan.outages().cells().stream().map(OutagePlan.Scope::cell).filter(which).toList();
  }

  private static boolean isInSync(Cell cell) {
    return Replication.of(cell) == Replication.IN_SYNC_SET;
  }

  /** The row of one backend at three replicas, with trials enough; null where there is none. */
  private OutageTable.@Nullable Row row(boolean inSync, OutageEvent event) {
    return cells(cell -> cell.replicas() == REPLICAS && isInSync(cell) == inSync).stream()
        .map(cell -> table.row(cell.name(), event))
        .filter(Objects::nonNull)
        .filter(row -> row.trials() >= TRIALS_MIN && row.outage().value() != null)
        .findFirst()
        .orElse(null);
  }

  private Claim nothingLost(String id, String claim, OutageEvent event) {
    int trials = 0;
    long lost = 0;
    long acked = 0;
    boolean judged = false;
    boolean clean = true;
    for (OutageFinding finding : findings.outages()) {
      long own =
          finding.trials().stream()
              .filter(trial -> trial.event() == event && trial.gap() != null)
              .count();
      AckAudit audit = finding.audit();
      if (own > 0 && audit != null) {
        judged = true;
        trials += (int) own;
        lost += audit.lost();
        acked += audit.acked();
        clean &= audit.clean();
      }
    }
    return !judged
        ? Claim.notRun(id, claim, "no trial of " + event.label())
        : new Claim(
            id,
            claim,
            clean ? Status.CONFIRMED : Status.REFUTED,
            "no acked record is missing from the final log, on any cluster with such an event",
            String.format(
                Locale.ROOT, "%d of %d acked records lost on these clusters", lost, acked),
            trials,
            DATA);
  }

  private Claim failover() {
    return ofBoth(
        "C33",
        "after a crash of the leader writes resume within detection, votes or controller",
        OutageEvent.LEADER_KILL,
        "the median outage, with its interval, at most twice the failure detection",
        row -> within(row.detections(), FAILOVER_DETECTIONS));
  }

  /** A claim about each backend's median after one class of events. */
  private Claim ofBoth(
      String id,
      String claim,
      OutageEvent event,
      String expected,
      Function<OutageTable.Row, Status> judge) {
    List<String> seen = new ArrayList<>();
    Status status = Status.CONFIRMED;
    int trials = 0;
    for (boolean inSync : new boolean[] {true, false}) {
      OutageTable.Row row = row(inSync, event);
      if (row == null) {
        return Claim.notRun(
            id, claim, "fewer than " + TRIALS_MIN + " of " + event.label() + " for each backend");
      }
      status = worse(status, judge.apply(row));
      trials += row.trials();
      seen.add(words(row));
    }
    return new Claim(id, claim, status, expected, String.join("; ", seen), trials, DATA);
  }

  /** Whether a figure with its interval is at most a bound. */
  private static Status within(Figure figure, double bound) {
    double value = Objects.requireNonNull(figure.value());
    double low = Objects.requireNonNullElse(figure.low(), value);
    double high = Objects.requireNonNullElse(figure.high(), value);
    if (figure.atLeast()) {
      return value > bound ? Status.REFUTED : Status.INCONCLUSIVE;
    }
    return high <= bound ? Status.CONFIRMED : low > bound ? Status.REFUTED : Status.INCONCLUSIVE;
  }

  private static Status worse(Status one, Status other) {
    if (one == Status.REFUTED || other == Status.REFUTED) {
      return Status.REFUTED;
    }
    return one == Status.INCONCLUSIVE ? one : other;
  }

  private static String words(OutageTable.Row row) {
    return String.format(
        Locale.ROOT,
        "%s %s: median %s, %s of detection, longest %s, %d of %d above 3 detections",
        row.cell(),
        row.event().label(),
        row.outage().text(),
        row.detections().text(),
        row.longest().text(),
        row.longOnes(),
        row.trials());
  }

  private Claim equalDetection() {
    String id = "C34";
    String claim =
        "at equal detection the gap between the two is controller and ZooKeeper writes only";
    double[] inSync = lengthsMs(true, OutageEvent.LEADER_KILL);
    double[] majority = lengthsMs(false, OutageEvent.LEADER_KILL);
    if (inSync.length < TRIALS_MIN || majority.length < TRIALS_MIN) {
      return Claim.notRun(id, claim, "fewer than " + TRIALS_MIN + " kills for each backend");
    }
    Interval ratio = new Bootstrap(plan.seed()).ratioOfMedians(inSync, majority);
    boolean inside = ratio.low() >= 1 && ratio.high() <= 3;
    boolean outside = ratio.high() < 1 || ratio.low() > 3;
    return new Claim(
        id,
        claim,
        inside ? Status.CONFIRMED : outside ? Status.REFUTED : Status.INCONCLUSIVE,
        "outage of the in-sync set 1 to 3 times that of the majority",
        String.format(
            Locale.ROOT,
            "ratio of medians %.2f, 95 %% %.2f to %.2f",
            ratio.estimate(),
            ratio.low(),
            ratio.high()),
        inSync.length + majority.length,
        DATA);
  }

  /** Outages that ended, of one backend at three replicas. */
  private double[] lengthsMs(boolean inSync, OutageEvent event) {
    List<String> names =
        cells(cell -> cell.replicas() == REPLICAS && isInSync(cell) == inSync).stream()
            .map(Cell::name)
            .toList();
    return findings.outages().stream()
        .filter(finding -> names.contains(finding.cell()))
        .flatMap(finding -> finding.trials().stream())
        .filter(trial -> trial.event() == event)
        .map(OutageFinding.Trial::gap)
        .filter(Objects::nonNull)
        .filter(OutageFinding.Gap::ended)
        .mapToDouble(gap -> gap.lengthNs() / NS_PER_MS)
        .toArray();
  }

  private Claim followerCrash() {
    String id = "C35";
    String claim = "a crash of a follower stalls an in-sync set, and a majority not at all";
    OutageTable.Row set = row(true, OutageEvent.FOLLOWER_KILL);
    OutageTable.Row majority = row(false, OutageEvent.FOLLOWER_KILL);
    OutageTable.Row control = row(false, OutageEvent.NONE);
    if (set == null || majority == null || control == null) {
      return Claim.notRun(id, claim, "fewer than " + TRIALS_MIN + " kills for each backend");
    }
    double stall = Objects.requireNonNull(set.detections().value());
    Status ofSet = stall >= 0.5 && stall <= FAILOVER_DETECTIONS ? Status.CONFIRMED : Status.REFUTED;
    double bound = 2 * Objects.requireNonNull(control.longest().value());
    return new Claim(
        id,
        claim,
        worse(ofSet, within(majority.outage(), bound)),
        "the set stalls for half to twice the detection; the majority's median gap is at most twice"
            + " the longest gap without any event",
        words(set)
            + "; "
            + words(majority)
            + "; without event: longest "
            + control.longest().text(),
        set.trials() + majority.trials(),
        DATA);
  }

  private Claim orderlyStop() {
    return ofBoth(
        "C36",
        "a planned stop of the leader takes milliseconds, not a detection time",
        OutageEvent.LEADER_STOP,
        "median outage below 100 ms for both",
        row -> within(row.outage(), ORDERLY_MS));
  }

  private Claim controllerToo() {
    String id = "C37";
    String claim = "a controller on the node that crashed lengthens the failover of an in-sync set";
    List<OutageFinding.Trial> kills =
        findings.outages().stream()
            .filter(
                finding ->
                    cells(cell -> isInSync(cell) && cell.replicas() == REPLICAS).stream()
                        .anyMatch(cell -> cell.name().equals(finding.cell())))
            .flatMap(finding -> finding.trials().stream())
            .filter(trial -> trial.event() == OutageEvent.LEADER_KILL)
            .filter(trial -> trial.gap() != null && trial.gap().ended())
            .toList();
    double[] both = lengthsMs(kills, true);
    double[] apart = lengthsMs(kills, false);
    if (both.length == 0 || apart.length == 0) {
      return Claim.notRun(id, claim, "no kills of both kinds");
    }
    Interval ratio = new Bootstrap(plan.seed()).ratioOfMedians(both, apart);
    return new Claim(
        id,
        claim,
        ratio.low() > 1
            ? Status.CONFIRMED
            : ratio.high() < 1 ? Status.REFUTED : Status.INCONCLUSIVE,
        "the outage is longer where the leader was the controller too",
        String.format(
            Locale.ROOT,
            "ratio of medians %.2f, 95 %% %.2f to %.2f, %s",
            ratio.estimate(),
            ratio.low(),
            ratio.high(),
            List.of(both.length, apart.length).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" kills with and ", "", " without"))),
        kills.size(),
        DATA);
  }

  private static double[] lengthsMs(List<OutageFinding.Trial> kills, boolean controlled) {
    return kills.stream()
        .filter(trial -> trial.victimControlled() == controlled)
        .map(OutageFinding.Trial::gap)
        .filter(Objects::nonNull)
        .mapToDouble(gap -> gap.lengthNs() / NS_PER_MS)
        .toArray();
  }
}
