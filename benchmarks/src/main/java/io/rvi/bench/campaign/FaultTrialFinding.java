package io.rvi.bench.campaign;

import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.fault.FaultOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * What a trial found.
 *
 * @param faults what became of the faults
 * @param verdict what the checker says of the history; it stands whether the trial is void or not
 */
public record FaultTrialFinding(FaultOutcome faults, Verdict verdict) {
  /** In lines of text: each fault, why the trial is void if it is, and the verdict. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (FaultOutcome.Event event : faults.events()) {
      lines.add(
          event.effectiveNs() / 1_000_000
              + " ms to "
              + event.healedNs() / 1_000_000
              + " ms: "
              + event.what()
              + (event.proof().landed() ? "" : ", did not land")
              + " ("
              + event.proof().evidence()
              + ")");
    }
    faults.voidBecause().ifPresent(why -> lines.add("VOID: " + why));
    lines.addAll(verdict.lines());
    return lines;
  }
}
