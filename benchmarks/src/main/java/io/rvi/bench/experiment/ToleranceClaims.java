package io.rvi.bench.experiment;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The claims C01 to C07, from crashes and losses. */
final class ToleranceClaims {
  private static final List<String> DATA =
      List.of("derived/tolerance.csv", "derived/tolerance-trials.csv");

  private static final String REFUSED = "NOT_ENOUGH_REPLICAS";

  private final Plan plan;
  private final Findings findings;
  private final List<ToleranceTable.Row> rows;

  ToleranceClaims(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
    this.rows = ToleranceTable.of(plan, findings).rows();
  }

  List<Claim> judge() {
    List<Claim> claims = new ArrayList<>();
    claims.add(
        every(
            "C01",
            "a full in-sync set of n survives any n - 1 losses without an acked record lost",
            "L_full = n - 1 in every cell of an in-sync set",
            this::isInSync,
            row -> row.permanentLossFull().measured() != null,
            row -> !row.permanentLossFull().contradicted() && row.brokenTrials() == 0,
            row -> "L_full " + row.permanentLossFull().measured()));
    claims.add(leftBehind());
    claims.add(
        every(
            "C03",
            "min.insync.replicas = m guarantees L = m - 1",
            "L = m - 1",
            this::isInSync,
            row -> row.permanentLoss().measured() != null,
            row -> Objects.equals(row.permanentLoss().measured(), row.minInSync() - 1),
            row -> "L " + row.permanentLoss().measured()));
    claims.add(
        every(
            "C04",
            "a majority tolerates floor((n - 1) / 2) crashes",
            "W = n - floor(n / 2) - 1",
            row -> !isInSync(row),
            row -> row.writesResume().measured() != null,
            row -> Objects.equals(row.writesResume().measured(), (row.replicas() - 1) / 2),
            row -> "W " + row.writesResume().measured()));
    claims.add(equalAtMajority());
    claims.add(
        every(
            "C06",
            "W + L = n - 1 for both",
            "W + L = n - 1 in every cell",
            row -> true,
            row -> row.identity() != null,
            row -> Boolean.TRUE.equals(row.identity()),
            row -> "W + L " + row.writesPlusLoss()));
    claims.add(refusal());
    return claims;
  }

  private boolean isInSync(ToleranceTable.Row row) {
    return plan.cells().stream()
        .filter(cell -> cell.name().equals(row.cell()))
        .anyMatch(cell -> Replication.of(cell) == Replication.IN_SYNC_SET);
  }

  /** Says of a row what its figure is. */
  private interface Words {
    String of(ToleranceTable.Row row);
  }

  private Claim every(
      String id,
      String claim,
      String expected,
      Predicate<ToleranceTable.Row> about,
      Predicate<ToleranceTable.Row> hasData,
      Predicate<ToleranceTable.Row> holds,
      Words words) {
    List<ToleranceTable.Row> judged = rows.stream().filter(about).filter(hasData).toList();
    if (judged.isEmpty()) {
      return Claim.notRun(id, claim, "no cell of this run has the data");
    }
    return new Claim(
        id,
        claim,
        judged.stream().allMatch(holds) ? Status.CONFIRMED : Status.REFUTED,
        expected,
        judged.stream()
            .map(row -> row.cell() + ": " + words.of(row))
            .collect(Collectors.joining("; ")),
        judged.stream().mapToInt(row -> row.crashTrials() + row.lossTrials()).sum(),
        DATA);
  }

  private Claim leftBehind() {
    String id = "C02";
    String claim = "the guarantee follows the in-sync set, not n";
    List<ToleranceTable.Row> tried =
        rows.stream().filter(this::isInSync).filter(row -> row.triedLeftBehind() > 0).toList();
    if (tried.isEmpty()) {
      return Claim.notRun(id, claim, "no replicas outside the set were started alone");
    }
    int trials = tried.stream().mapToInt(ToleranceTable.Row::triedLeftBehind).sum();
    int served = tried.stream().mapToInt(ToleranceTable.Row::servedLeftBehind).sum();
    int broken = tried.stream().mapToInt(ToleranceTable.Row::brokenTrials).sum();
    return new Claim(
        id,
        claim,
        served == 0 && broken == 0 ? Status.CONFIRMED : Status.REFUTED,
        "with the in-sync set down, the replicas outside it serve nothing, and nothing is lost",
        String.format(
            Locale.ROOT,
            "they served in %d of %d trials; %d trials with a broken promise",
            served,
            trials,
            broken),
        trials,
        DATA);
  }

  private Claim equalAtMajority() {
    String id = "C05";
    String claim = "an in-sync set with m = majority has the W and L of a majority at equal n";
    List<String> seen = new ArrayList<>();
    boolean equal = true;
    int trials = 0;
    for (ToleranceTable.Row set : rows.stream().filter(this::isInSync).toList()) {
      if (set.minInSync() != set.replicas() / 2 + 1 || set.replicas() < 3) {
        continue;
      }
      for (ToleranceTable.Row majority : rows) {
        boolean measured = set.identity() != null && majority.identity() != null;
        if (!isInSync(majority) && majority.replicas() == set.replicas() && measured) {
          equal &=
              Objects.equals(set.writesResume().measured(), majority.writesResume().measured())
                  && Objects.equals(
                      set.permanentLoss().measured(), majority.permanentLoss().measured());
          trials += set.crashTrials() + set.lossTrials();
          seen.add(
              String.format(
                  Locale.ROOT,
                  "n=%d: W %d and %d, L %d and %d",
                  set.replicas(),
                  set.writesResume().measured(),
                  majority.writesResume().measured(),
                  set.permanentLoss().measured(),
                  majority.permanentLoss().measured()));
        }
      }
    }
    return seen.isEmpty()
        ? Claim.notRun(id, claim, "no pair of cells with equal n")
        : new Claim(
            id,
            claim,
            equal ? Status.CONFIRMED : Status.REFUTED,
            "equal",
            String.join("; ", seen),
            trials,
            DATA);
  }

  private Claim refusal() {
    String id = "C07";
    String claim = "below min.insync.replicas writes are refused and reads go on";
    List<CrashFinding.Refusal> refusals =
        plan.cells().stream()
            .filter(cell -> cell.minInSync() > 1)
            .flatMap(
                cell -> findings.cells().stream().filter(found -> found.cell().equals(cell.name())))
            .map(CellFinding::crash)
            .filter(Objects::nonNull)
            .map(CrashFinding::refusal)
            .filter(Objects::nonNull)
            .toList();
    if (refusals.isEmpty()) {
      return Claim.notRun(id, claim, "no trial asked a leader below its minimum");
    }
    long refused = refusals.stream().filter(one -> one.append().equals(REFUSED)).count();
    long read = refusals.stream().filter(one -> one.read().isEmpty()).count();
    boolean all = refused == refusals.size() && read == refusals.size();
    return new Claim(
        id,
        claim,
        all ? Status.CONFIRMED : Status.REFUTED,
        "every append ends as " + REFUSED + ", every read is answered",
        String.format(
            Locale.ROOT,
            "%d of %d appends refused so (%s), %d reads answered",
            refused,
            refusals.size(),
            refusals.stream()
                .map(CrashFinding.Refusal::append)
                .distinct()
                .collect(Collectors.joining(", ")),
            read),
        refusals.size(),
        List.of("raw/findings.json", "derived/tolerance-trials.csv"));
  }
}
