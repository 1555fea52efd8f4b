package io.rvi.bench.campaign;

import io.rvi.bench.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial of a run showed.
 *
 * @param trial what it recorded
 * @param verdict what the checker says of its history; null when the trial failed. It stands
 *     whether the trial is void or not: a broken promise is broken either way
 */
public record FaultFinding(FaultRecord trial, @Nullable Verdict verdict) {
  /** Whether a promise was seen broken. */
  public boolean violated() {
    return verdict != null && verdict.status() == Verdict.Status.VIOLATED;
  }

  /** Whether the trial says what it was run for: it took place, counts, and could be judged. */
  public boolean conclusive() {
    return trial.failure() == null
        && trial.voidBecause() == null
        && verdict != null
        && verdict.status() != Verdict.Status.UNAVAILABLE;
  }

  /** In a word or two: {@code SAFE}, {@code VIOLATED}, {@code VOID, SAFE}, {@code FAILED}. */
  public String word() {
    if (verdict == null) {
      return "FAILED";
    }
    return (trial.voidBecause() == null ? "" : "VOID, ") + verdict.status();
  }

  /** What is wrong with it and what the checker says, in lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (trial.failure() != null) {
      lines.add("FAILED: " + trial.failure());
    }
    if (trial.voidBecause() != null) {
      lines.add("VOID: " + trial.voidBecause());
    }
    if (verdict != null) {
      lines.addAll(verdict.lines());
    }
    return lines;
  }
}
