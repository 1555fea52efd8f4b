package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A draft of an architecture decision record under the headings of MADR 4: options and figures are
 * filled in, what to decide and why is left to those who decide.
 */
final class DecisionRecord {
  private final ReportData data;

  DecisionRecord(ReportData data) {
    this.data = data;
  }

  String text() {
    Conditions.Standing standing = data.conditions().standing();
    List<String> lines = new ArrayList<>();
    lines.add("---");
    lines.add("status: proposed");
    lines.add("date:");
    lines.add("decision-makers:");
    lines.add("---");
    lines.add("");
    lines.add("# Replication of the log: majority or in-sync set");
    lines.add("");
    lines.add("## Context and Problem Statement");
    lines.add("");
    lines.add("How is the log replicated, on how many replicas, and with which flush class?");
    lines.add("");
    lines.add("## Decision Drivers");
    lines.add("");
    lines.add("* crashes that writes have to survive by themselves (W):");
    lines.add("* permanent losses that an acked record has to survive (L):");
    lines.add("* append latency at our rate and record size (p50, p99):");
    lines.add("* outage that is tolerable when a leader is lost:");
    lines.add("* cost: replicas, bytes stored and sent, what else has to run (ZooKeeper):");
    lines.add("");
    lines.add("## Considered Options");
    lines.add("");
    data.table().rows().forEach(row -> lines.add("* " + escape(ReportData.option(row))));
    lines.add("");
    lines.add("## Decision Outcome");
    lines.add("");
    lines.add("Chosen option: , because .");
    lines.add("");
    lines.add("### Consequences");
    lines.add("");
    lines.add("* Good, because");
    lines.add("* Bad, because");
    lines.add("");
    lines.add("### Confirmation");
    lines.add("");
    lines.add("* `" + "./rvi verify " + standing.id() + "`");
    lines.add("");
    lines.add("## Pros and Cons of the Options");
    lines.add("");
    data.table().rows().forEach(row -> addOption(row, lines));
    lines.add("## More Information");
    lines.add("");
    lines.add(
        "Figures: bundle "
            + escape(standing.id())
            + ", `"
            + standing.citation()
            + "`, "
            + escape(standing.summary())
            + ".");
    lines.add(escape(data.conditions().summary()) + ".");
    lines.add("");
    ReportText.LIMITS.forEach(limit -> lines.add("* " + escape(limit)));
    return String.join("\n", lines) + "\n";
  }

  private void addOption(Row row, List<String> lines) {
    lines.add("### " + escape(ReportData.option(row)));
    lines.add("");
    for (Column column : Column.ofPage(data.table().rows(), data.book())) {
      String ids =
          column.figures(row, data.book()).stream()
              .map(figure -> "`#" + figure.id() + "`")
              .collect(Collectors.joining(", "));
      if (!ids.isEmpty()) {
        lines.add(
            "* "
                + escape(column.title() + ": " + column.text(row, data.book()))
                + " ("
                + ids
                + ")");
      }
    }
    row.marks().forEach(mark -> lines.add("* " + escape("marked " + mark)));
    lines.add("");
  }

  private static String escape(String text) {
    return MarkdownText.escape(text);
  }
}
