package io.rvi.bench.report;

import io.rvi.bench.campaign.FaultFinding;
import io.rvi.bench.lab.fault.FaultOutcome;
import java.util.ArrayList;
import java.util.List;

/** The fault trials of a run as a table: a row for each fault, and each trial's verdict below. */
public final class FaultTable {
  private static final String TITLE = "Faults under load";

  private static final List<String> HEADER =
      List.of(
          "cell",
          "fork",
          "fault",
          "from ms",
          "to ms",
          "landed",
          "evidence",
          "health before",
          "health after",
          "verdict");

  /** All but fork and evidence, which the report has. */
  private static final List<Integer> NARROW = List.of(0, 2, 3, 4, 5, 7, 8, 9);

  private static final String LEGEND =
      "Each cell on a fresh cluster under an open-loop load whose every operation is recorded; times"
          + " from the load's start; health after: watched until whole or until the next fault was"
          + " near. A fault that did not land makes the trial void; the verdict stands either way.";

  private FaultTable() {}

  /**
   * The table.
   *
   * @param findings in the order of the plan
   * @return none when there were no trials
   */
  public static List<SideTable> of(List<FaultFinding> findings) {
    if (findings.isEmpty()) {
      return List.of();
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (FaultFinding finding : findings) {
      finding.trial().events().forEach(event -> rows.add(row(finding, event)));
      if (finding.trial().events().isEmpty()) {
        rows.add(emptyRow(finding));
      }
      String cell = finding.trial().cell() + ", repetition " + (finding.trial().fork() + 1) + ": ";
      finding.lines().forEach(line -> notes.add(cell + line.strip()));
    }
    notes.add(LEGEND);
    return List.of(new SideTable(TITLE, HEADER, rows, NARROW, notes));
  }

  private static List<String> row(FaultFinding finding, FaultOutcome.Event event) {
    return List.of(
        finding.trial().cell(),
        Integer.toString(finding.trial().fork()),
        event.what(),
        FaultFiles.millis(event.effectiveNs()),
        FaultFiles.millis(event.healedNs()),
        event.proof().landed() ? "yes" : "NO",
        event.proof().evidence(),
        event.healthBefore(),
        event.healthAfter(),
        finding.word());
  }

  /** A trial in which no fault was done still has its verdict, and its reason. */
  private static List<String> emptyRow(FaultFinding finding) {
    return List.of(
        finding.trial().cell(),
        Integer.toString(finding.trial().fork()),
        "-",
        "-",
        "-",
        "-",
        "-",
        "-",
        "-",
        finding.word());
  }
}
