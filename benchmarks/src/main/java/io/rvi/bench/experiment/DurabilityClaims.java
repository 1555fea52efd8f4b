package io.rvi.bench.experiment;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The claims C08 to C12, from power losses and unclean elections. */
final class DurabilityClaims {
  private static final List<String> DATA =
      List.of("derived/durability.csv", "derived/durability-trials.csv");

  private static final String NO_FSYNC = "none";

  private final Plan plan;
  private final List<DurabilityTable.Row> rows;

  DurabilityClaims(Plan plan, Findings findings) {
    this.plan = plan;
    this.rows = DurabilityTable.of(plan, findings).rows();
  }

  List<Claim> judge() {
    return List.of(unclean(), lastStanding(), majorityWithoutFsync(), oneOfTheSet(), all());
  }

  private boolean isInSync(DurabilityTable.Row row) {
    DurabilityPlan durability = plan.durability();
    return durability != null
        && durability.cells().stream()
            .filter(cell -> cell.name().equals(row.cell()))
            .anyMatch(cell -> Replication.of(cell) == Replication.IN_SYNC_SET);
  }

  private List<DurabilityTable.Row> rows(
      Predicate<DurabilityTable.Row> which, DurabilityEvent... events) {
    return rows.stream()
        .filter(row -> row.trials() > 0 && List.of(events).contains(row.event()))
        .filter(which)
        .toList();
  }

  private static boolean isUnflushed(DurabilityTable.Row row) {
    return row.flush().equals(NO_FSYNC);
  }

  private static String words(List<DurabilityTable.Row> seen) {
    return seen.stream()
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s %s: %d of %d acked records lost in %d of %d trials (%d counted by"
                        + " payload), %d unavailable",
                    row.cell(),
                    row.event().label(),
                    row.lost(),
                    row.acked(),
                    row.losing(),
                    row.trials(),
                    row.countedLost(),
                    row.unavailable()))
        .collect(Collectors.joining("; "));
  }

  private static Claim claim(
      String id, String claim, String expected, List<DurabilityTable.Row> seen, Status status) {
    return new Claim(
        id,
        claim,
        status,
        expected,
        words(seen),
        seen.stream().mapToInt(DurabilityTable.Row::trials).sum(),
        DATA);
  }

  private static boolean none(List<DurabilityTable.Row> seen) {
    return seen.stream().allMatch(row -> row.lost() == 0 && row.countedLost() == 0);
  }

  private Claim unclean() {
    String id = "C08";
    String claim = "unclean election trades loss for availability";
    List<DurabilityTable.Row> seen = rows(this::isInSync, DurabilityEvent.UNCLEAN_ELECTION);
    if (seen.isEmpty()) {
      return Claim.notRun(id, claim, "no trial of an unclean election");
    }
    boolean served =
        seen.stream().allMatch(row -> row.servedWithoutRest() == row.triedWithoutRest());
    boolean lost = seen.stream().allMatch(row -> row.losing() == row.trials());
    boolean agree = seen.stream().allMatch(DurabilityTable.Row::countsAgree);
    String nodes =
        seen.stream()
            .map(
                row ->
                    row.servedWithoutRest()
                        + " of "
                        + row.triedWithoutRest()
                        + " served without the old leader; nodes said "
                        + (row.nodesCountLost() == null
                            ? "nothing"
                            : row.nodesCountLost() + " to " + row.nodesCountCut() + " are lost"))
            .collect(Collectors.joining("; "));
    Claim judged =
        claim(
            id,
            claim,
            "appends go on without the old leader, and what it alone acknowledged is lost, in"
                + " every trial",
            seen,
            !agree ? Status.INCONCLUSIVE : served && lost ? Status.CONFIRMED : Status.REFUTED);
    return new Claim(
        id,
        claim,
        judged.status(),
        judged.expected(),
        judged.seen() + "; " + nodes,
        judged.trials(),
        DATA);
  }

  /**
   * A claim of a loss without an fsync and none with it.
   *
   * @param unflushedStatus what no loss without an fsync makes of it
   */
  private Claim losesWithoutFsync(
      String id,
      String claim,
      String expected,
      List<DurabilityTable.Row> seen,
      Status unflushedStatus) {
    List<DurabilityTable.Row> without =
        seen.stream().filter(DurabilityClaims::isUnflushed).toList();
    List<DurabilityTable.Row> with = seen.stream().filter(row -> !isUnflushed(row)).toList();
    if (without.isEmpty() || with.isEmpty()) {
      return Claim.notRun(id, claim, "not tried both with and without an fsync");
    }
    boolean agree = seen.stream().allMatch(DurabilityTable.Row::countsAgree);
    Status status =
        !none(with)
            ? Status.REFUTED
            : !agree
                ? Status.INCONCLUSIVE
                : without.stream().allMatch(row -> row.lost() > 0)
                    ? Status.CONFIRMED
                    : unflushedStatus;
    return claim(id, claim, expected, seen, status);
  }

  private Claim lastStanding() {
    return losesWithoutFsync(
        "C09",
        "the last replica standing loses committed data without an fsync",
        "records lost in class none, none with an fsync",
        rows(this::isInSync, DurabilityEvent.LAST_STANDING),
        Status.REFUTED);
  }

  private Claim majorityWithoutFsync() {
    return losesWithoutFsync(
        "C10",
        "a majority without an fsync can lose acked data after one node's power loss and an"
            + " election",
        "records lost in class none, none with an fsync; one node loses power, and elects with a"
            + " laggard",
        rows(row -> !isInSync(row), DurabilityEvent.ACKER_WITH_LAGGARDS),
        // It says that it can happen: trials without a loss do not refute it.
        Status.INCONCLUSIVE);
  }

  private Claim oneOfTheSet() {
    String id = "C11";
    String claim = "an in-sync set of two or more without an fsync is safe for one power loss";
    List<DurabilityTable.Row> seen =
        rows(
            row -> isInSync(row) && isUnflushed(row),
            DurabilityEvent.FOLLOWER,
            DurabilityEvent.LEADER);
    if (seen.stream().map(DurabilityTable.Row::event).distinct().count() < 2) {
      return Claim.notRun(id, claim, "power loss of one follower and of the leader not both tried");
    }
    boolean served = seen.stream().allMatch(row -> row.unavailable() == 0);
    return claim(
        id,
        claim,
        "no acked record lost, whether a follower or the leader loses power",
        seen,
        !none(seen) ? Status.REFUTED : served ? Status.CONFIRMED : Status.INCONCLUSIVE);
  }

  private Claim all() {
    List<DurabilityTable.Row> seen = rows(row -> true, DurabilityEvent.ALL);
    List<String> backends = new ArrayList<>();
    seen.stream().map(DurabilityTable.Row::backend).distinct().forEach(backends::add);
    String id = "C12";
    String claim = "a power loss of all nodes takes the unflushed records of both";
    if (backends.size() < 2) {
      return Claim.notRun(id, claim, "not tried on both backends");
    }
    return losesWithoutFsync(
        id, claim, "records lost in class none by both, none with an fsync", seen, Status.REFUTED);
  }
}
