package io.rvi.bench.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the checker found. <em>Lost</em> and <em>unavailable</em> are different: a lost record is
 * nowhere, or was replaced; an unavailable one could not be read, and may come back.
 *
 * @param log the topic and partition
 * @param counts how many operations of each kind the history has
 * @param violations how many there are of each kind, kinds without any left out
 * @param examples the first few violations of each kind
 * @param unavailable acknowledged records of which nobody can say whether they are lost: no live
 *     scan was finished, and they are on some replica's disk or not every disk could be read
 * @param remarks what limits this verdict: a history that was cut short, a scan that failed
 */
public record Verdict(
    String log,
    Counts counts,
    Map<Violation.Kind, Long> violations,
    List<Violation> examples,
    long unavailable,
    List<String> remarks) {
  /** Copies the collections. */
  public Verdict {
    violations = Map.copyOf(violations);
    examples = List.copyOf(examples);
    remarks = List.copyOf(remarks);
  }

  /**
   * The operations of a history.
   *
   * @param committed appends that were acknowledged
   * @param notCommitted appends that will never appear
   * @param unknown appends that may appear
   * @param unknownFound of those, the ones that did
   * @param reads reads that were answered
   * @param readsFailed reads that were not
   */
  public record Counts(
      long committed,
      long notCommitted,
      long unknown,
      long unknownFound,
      long reads,
      long readsFailed) {}

  /** In one word. */
  public enum Status {
    /** Every promise was kept, as far as a complete history and a whole log can tell. */
    SAFE,
    /** Some promise was broken. */
    VIOLATED,
    /** None was seen to be broken, but acknowledged records could not be read. */
    UNAVAILABLE
  }

  /** In one word. */
  public Status status() {
    if (!violations.isEmpty()) {
      return Status.VIOLATED;
    }
    return unavailable > 0 ? Status.UNAVAILABLE : Status.SAFE;
  }

  /** Acknowledged records that are gone. */
  public long lost() {
    return violations.getOrDefault(Violation.Kind.LOST, 0L);
  }

  /** The verdict in lines of text: the status with its counts, violations, examples, remarks. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        log
            + ": "
            + status()
            + ", "
            + counts.committed()
            + " committed, "
            + counts.notCommitted()
            + " not committed, "
            + counts.unknown()
            + " unknown ("
            + counts.unknownFound()
            + " found), "
            + counts.reads()
            + " reads, lost "
            + lost()
            + ", unavailable "
            + unavailable);
    for (Violation.Kind kind : Violation.Kind.values()) {
      if (violations.containsKey(kind)) {
        lines.add(kind + ": " + violations.get(kind));
        examples.stream()
            .filter(example -> example.kind() == kind)
            .forEach(example -> lines.add("  " + example.text()));
      }
    }
    remarks.forEach(remark -> lines.add("note: " + remark));
    return lines;
  }
}
