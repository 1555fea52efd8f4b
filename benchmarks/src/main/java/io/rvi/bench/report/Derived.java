package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DurabilityTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.OutageTable;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.experiment.SlowTable;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.result.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that follows from a run's plan, findings and raw files.
 *
 * @param table the decision table
 * @param figures its numbers under their ids
 * @param curves the other figures, which drawings are made of
 * @param tables further files of {@code derived/} by their names: {@link DerivedTables}
 */
public record Derived(
    DecisionTable table,
    List<CitedFigure> figures,
    List<CitedFigure> curves,
    Map<String, String> tables) {
  /** Copies the collections. */
  public Derived {
    figures = List.copyOf(figures);
    curves = List.copyOf(curves);
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  /**
   * Derives.
   *
   * @param directory of the bundle, whose raw files are there
   * @param plan of its run
   * @param findings of its run
   * @throws IOException when a raw file cannot be read or is of another form
   */
  public static Derived of(Path directory, Plan plan, Findings findings) throws IOException {
    DecisionTable table = Tables.of(plan, findings);
    List<CitedFigure> curves = new ArrayList<>(Curves.of(directory, plan, findings));
    for (Row row : table.rows()) {
      Double bound = row.faults().lostShareMax95();
      if (bound != null) {
        FigureId id = new FigureId("tolerance", row.cell(), "loss-share.max95");
        curves.add(CitedFigure.of(id, bound, ""));
      }
    }
    curves.addAll(DurabilityReport.figures(DurabilityTable.of(plan, findings)));
    curves.addAll(SlowReport.figures(SlowTable.of(plan, findings)));
    curves.addAll(RateReport.figures(RateTable.of(plan, findings)));
    return new Derived(
        table,
        DecisionFigures.of(table, OutageTable.of(plan, findings)),
        curves,
        DerivedTables.of(plan, findings));
  }

  /**
   * Writes the files of {@code derived/}.
   *
   * @param writer the bundle, sealed
   * @throws BundleException when one cannot be written
   */
  public void write(BundleWriter writer) throws BundleException {
    writer.add(Section.DERIVED, "decision-table.json", RunJson.write(table));
    FigureFiles.write(figures, writer);
    FigureFiles.writeCurves(curves, writer);
    for (Map.Entry<String, String> file : tables.entrySet()) {
      writer.add(Section.DERIVED, file.getKey(), file.getValue());
    }
  }

  /** Every figure under its id. */
  FigureBook book() {
    List<CitedFigure> all = new ArrayList<>(figures);
    all.addAll(curves);
    return new FigureBook(all);
  }
}
