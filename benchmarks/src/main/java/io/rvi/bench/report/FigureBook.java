package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of a bundle by their ids: what a report may show, and nothing else. */
final class FigureBook {
  private final Map<FigureId, CitedFigure> byId = new LinkedHashMap<>();

  FigureBook(Collection<CitedFigure> figures) {
    figures.forEach(figure -> byId.put(figure.id(), figure));
  }

  /** All, in the order of the bundle. */
  List<CitedFigure> all() {
    return List.copyOf(byId.values());
  }

  Optional<CitedFigure> find(FigureId id) {
    return Optional.ofNullable(byId.get(id));
  }

  Optional<CitedFigure> find(String experiment, Row row, String metric) {
    return find(new FigureId(experiment, row.cell(), metric));
  }

  /** A figure that has a value. */
  Optional<CitedFigure> measured(String experiment, Row row, String metric) {
    return find(experiment, row, metric).filter(figure -> figure.value() != null);
  }

  /** The figures of one experiment and cell whose metric matches a pattern as a whole. */
  List<CitedFigure> matching(String experiment, String cell, String metric) {
    return byId.values().stream()
        .filter(figure -> figure.id().experiment().equals(experiment))
        .filter(figure -> figure.id().cell().equals(cell))
        .filter(figure -> figure.id().metric().matches(metric))
        .toList();
  }
}
