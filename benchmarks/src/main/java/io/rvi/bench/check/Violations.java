package io.rvi.bench.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts all violations and keeps the words of the first few of each kind. */
final class Violations {
  /** Enough to see a pattern; a broken log has millions. */
  private static final int EXAMPLES_MAX = 10;

  private final Map<Violation.Kind, Long> counts = new EnumMap<>(Violation.Kind.class);
  private final List<Violation> examples = new ArrayList<>();

  void add(Violation.Kind kind, Supplier<String> text) {
    if (counts.merge(kind, 1L, Long::sum) <= EXAMPLES_MAX) {
      examples.add(new Violation(kind, text.get()));
    }
  }

  Map<Violation.Kind, Long> counts() {
    return counts;
  }

  List<Violation> examples() {
    return examples;
  }
}
