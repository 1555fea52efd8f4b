package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What every form of the report says in the same words, and the rows of its second framing. */
final class ReportText {
  /** What the columns mean. */
  static final String LEGEND =
      "n: replicas. p50, p99: response time of an append from its intended start, open loop. W:"
          + " crashes after which writes resume. L: permanent losses survived by a record that the"
          + " smallest legal set acked. lost acked: acked records not read back, of those checked."
          + " outage: from the last ack before to the first after a kill of the leader. -: not"
          + " measured. (!): contradicts theory.";

  /** What introduces the second framing. */
  static final String EQUAL_TOLERANCE =
      "For each number of crashes that writes are to survive (W theory), the fewest replicas of each"
          + " backend among the cells of this run. L differs between these rows, and"
          + " isr.min.insync.replicas trades W for L:";

  /** What stands there when no cell is to survive any. */
  static final String NO_TOLERANCE = "No cell of this run is to survive a crash.";

  /** What holds for every run on one host, whatever it measured. */
  static final List<String> LIMITS =
      List.of(
          "All nodes, ZooKeeper and the client share one host and its cores, and links are loopback:"
              + " ratios between cells carry further than the milliseconds do.",
          "W counts crashes after which appends commit again by themselves, with data on disk and"
              + " processes restarted later; it says nothing of permanent loss, which is L.",
          "W is seen for kills one after the other, the leader first; simultaneous kills, pauses,"
              + " cut links and power loss are other faults.",
          "No acked record lost in so many trials bounds the chance of a loss; it is no proof.",
          "The two backends are two implementations: a difference is of protocol and code together.");

  private ReportText() {}

  /** For each number of crashes, the fewest replicas of each backend that are to survive it. */
  static List<Row> equalTolerance(DecisionTable table) {
    List<Row> rows = new ArrayList<>();
    int most = table.rows().stream().mapToInt(ReportText::theory).max().orElse(0);
    for (int crashes = 1; crashes <= most; crashes++) {
      for (String backend : table.rows().stream().map(Row::backend).distinct().toList()) {
        smallest(table, backend, crashes).filter(row -> !rows.contains(row)).ifPresent(rows::add);
      }
    }
    return rows;
  }

  private static int theory(Row row) {
    return row.faults().writesResume().theory();
  }

  private static Optional<Row> smallest(DecisionTable table, String backend, int crashes) {
    String flush = table.rows().get(0).flush();
    return table.rows().stream()
        .filter(row -> row.backend().equals(backend) && row.flush().equals(flush))
        .filter(row -> theory(row) >= crashes)
        .min(Comparator.comparingInt(Row::replicas));
  }
}
