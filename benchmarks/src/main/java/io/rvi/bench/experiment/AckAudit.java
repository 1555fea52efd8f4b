package io.rvi.bench.experiment;

import io.rvi.bench.check.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the checker found of a trial's history, of which the whole is kept as a raw file.
 *
 * @param acked appends that were acknowledged
 * @param lost acknowledged, and gone
 * @param unavailable acknowledged, and not readable when the trial ended
 * @param duplicated records that are in the log more than once
 * @param unknownFound in the log though their outcome was unknown: allowed, at most once
 * @param violations how many there are of each broken promise, by the checker's name of it
 * @param lines the checker's verdict in words
 */
public record AckAudit(
    long acked,
    long lost,
    long unavailable,
    long duplicated,
    long unknownFound,
    Map<String, Long> violations,
    List<String> lines) {
  /** Copies the collections. */
  public AckAudit {
    violations = Map.copyOf(violations);
    lines = List.copyOf(lines);
  }

  /**
   * Of a verdict.
   *
   * @param verdict the checker's
   */
  public static AckAudit of(Verdict verdict) {
    Map<String, Long> violations = new TreeMap<>();
    verdict.violations().forEach((kind, count) -> violations.put(kind.name(), count));
    return new AckAudit(
        verdict.counts().committed(),
        verdict.lost(),
        verdict.unavailable(),
        violations.getOrDefault("DUPLICATED", 0L),
        verdict.counts().unknownFound(),
        violations,
        verdict.lines());
  }

  /** Whether the log kept every promise it made, as far as the history tells. */
  public boolean clean() {
    return violations.isEmpty() && unavailable == 0;
  }
}
