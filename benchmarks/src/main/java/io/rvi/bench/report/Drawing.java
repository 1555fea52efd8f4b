package io.rvi.bench.report;

import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One figure of the report: a drawing with its finding as title and the figures it was made of; or
 * the line that stands in its place.
 *
 * @param name of its files, and where links lead
 * @param title the finding in a sentence
 * @param caption how to read it
 * @param svg the drawing; null where the bundle lacks its data
 * @param data every figure in it, in order
 */
record Drawing(
    String name, String title, String caption, @Nullable Svg svg, List<CitedFigure> data) {
  Drawing {
    data = List.copyOf(data);
  }

  /** A drawing that this bundle has no data for; {@code reason} says what measures it. */
  static Drawing leftOut(String name, String title, String reason) {
    return new Drawing(name, title, reason, null, List.of());
  }

  /** Whether its series are backends, which a reader may hide. */
  boolean isByBackend() {
    return !name.equals(CostDrawing.NAME);
  }

  /** Its data, a row each. */
  String csv() {
    return FigureFiles.csv(data);
  }

  /** The fresh runs behind it, such as {@code 1} or {@code 1 to 10}; theory alone has none. */
  String forks() {
    int least = data.stream().mapToInt(CitedFigure::forks).filter(n -> n > 0).min().orElse(0);
    int most = data.stream().mapToInt(CitedFigure::forks).max().orElse(0);
    return least == most ? Integer.toString(most) : least + " to " + most;
  }
}
