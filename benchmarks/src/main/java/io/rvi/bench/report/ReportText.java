package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.Prediction;
import io.rvi.bench.result.CitedFigure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What every form of the report says in the same words, and the rows of its second framing. */
final class ReportText {
  /** What the columns mean. */
  static final String LEGEND =
      "n: replicas. p50, p99: response time of an append from its intended start, open loop. W:"
          + " crashes after which writes resume. L: permanent losses survived by a record that the"
          + " smallest legal set acked. lost acked: acked records not read back, of those checked."
          + " outage: from the last ack before to the first after a kill of the leader. -: not"
          + " measured. (!): contradicts theory. L_full: L once all replicas have the record."
          + " stored, sent: bytes on disks, and sent by the leader, for each byte appended"
          + " (theory).";

  /** What introduces the second framing. */
  static final String EQUAL_TOLERANCE =
      "For each number of crashes that writes are to survive (W theory), the fewest replicas of"
          + " each backend among the cells of this run. L differs between these rows, and"
          + " isr.min.insync.replicas trades W for L:";

  /** What stands there when no cell is to survive any. */
  static final String NO_TOLERANCE = "No cell of this run is to survive a crash.";

  /** What holds for every run on one host, whatever it measured. */
  static final List<String> LIMITS =
      List.of(
          "All nodes, ZooKeeper and the client share one host and its cores, and links are"
              + " loopback, delayed only where a mark says so: ratios between cells carry further"
              + " than the milliseconds do.",
          "W counts crashes after which appends commit again by themselves, with data on disk and"
              + " processes restarted later; it says nothing of permanent loss, which is L.",
          "W is seen for kills one after the other, the leader first; simultaneous kills, pauses,"
              + " cut links and power loss are other faults.",
          "No acked record lost in so many trials bounds the chance of a loss; it is no proof.",
          "The two backends are two implementations: a difference is of protocol and code"
              + " together.");

  /** Figures that a design review asks for: name, title, and what measures them. */
  private static final List<List<String>> NOT_MEASURED =
      List.of(
          List.of(
              RateDrawing.NAME,
              "Latency against offered rate",
              "Not measured in this run; experiment rate does."),
          List.of(
              "slow-not-dead",
              "Latency with a follower that is slow",
              "Not measured in this run; experiment slow does."),
          List.of(
              "power-loss",
              "What power loss takes, with and without fsync",
              "Not measured in this run; experiment durability does. L in the decision table is the"
                  + " permanent loss of replicas."),
          List.of(
              "dependency",
              "Writes while ZooKeeper is down",
              "Not measured in this run; preset standard does."));

  private ReportText() {}

  /**
   * Where the answer to a question stands.
   *
   * @param id Q1 to Q10
   * @param question as a design review asks it
   * @param places anchors of the page, best first
   * @param words what is missing, or how to read it
   */
  record Answer(String id, String question, List<String> places, String words) {}

  /** A prediction beside what was seen; {@code id} is empty where nothing was. */
  record Residual(String predicted, String seen, String words, String id) {}

  /** Lines for figures that this run has no data for. */
  static List<Drawing> notMeasured(ReportData data) {
    return missing(data).stream()
        .map(entry -> Drawing.leftOut(entry.get(0), entry.get(1), entry.get(2)))
        .toList();
  }

  /** ZooKeeper's loss is one of the classes of events that outages are drawn of. */
  private static List<List<String>> missing(ReportData data) {
    boolean hasDependency =
        data.book().all().stream()
            .anyMatch(figure -> figure.id().metric().startsWith("zookeeper-quorum-lost."));
    Set<String> tables =
        data.sideTables().stream().map(SideTable::anchor).collect(Collectors.toSet());
    return NOT_MEASURED.stream()
        .filter(entry -> !(hasDependency && entry.get(0).equals("dependency")))
        .filter(entry -> !(RateDrawing.isOf(data) && entry.get(0).equals(RateDrawing.NAME)))
        .filter(entry -> !tables.contains(entry.get(0)))
        .toList();
  }

  /** The ten questions of a design review. */
  static List<Answer> answers(ReportData data, List<Drawing> drawings) {
    Set<String> drawn =
        drawings.stream()
            .filter(drawing -> drawing.svg() != null)
            .map(Drawing::name)
            .collect(Collectors.toSet());
    data.sideTables().forEach(table -> drawn.add(table.anchor()));
    List<Answer> answers = new ArrayList<>(answersOfFigures(drawn));
    answers.addAll(answersOfConditions(data, drawn));
    return answers;
  }

  private static List<Answer> answersOfFigures(Set<String> drawn) {
    return List.of(
        answer(
            "Q1",
            "For f failures, how many replicas? For \"no loss\" and for \"writes continue\"",
            drawn,
            "",
            "decision",
            "tolerance"),
        answer(
            "Q2",
            "Write latency at p50, p99, p99.9 at a rate and record size, healthy",
            drawn,
            "",
            "percentiles",
            "latency-by-replicas",
            "offered-rate"),
        answer(
            "Q3",
            "The same with one slow or dead follower",
            drawn,
            "",
            "timeline",
            "slow-not-dead"),
        answer(
            "Q4",
            "How long is the write outage on loss of leader, follower, controller, ZooKeeper",
            drawn,
            "",
            "outage",
            "timeline"),
        answer(
            "Q5",
            "What can be lost: process crash, power loss of one node or all",
            drawn,
            "",
            "tolerance",
            "power-loss"));
  }

  private static List<Answer> answersOfConditions(ReportData data, Set<String> drawn) {
    return List.of(
        answer(
            "Q6",
            "Cost: nodes, stored bytes, network bytes per byte",
            drawn,
            "",
            "decision",
            "cost"),
        answer("Q7", "We have two nodes. Possible?", drawn, twoNodes(data), "decision"),
        answer(
            "Q8",
            "What external thing must be up, and what if it is down?",
            drawn,
            "An in-sync set needs ZooKeeper to elect a leader and to change the set; a majority"
                + " needs nothing beside its voters.",
            "outage"),
        answer(
            "Q9",
            "Is the difference the protocol or the implementation and its settings?",
            drawn,
            "The floor columns say what the same bytes cost without any protocol.",
            "parity",
            "predictions",
            "decision"),
        answer("Q10", "Can I reproduce and cite this?", drawn, "", "repeat", "conditions", "ids"));
  }

  private static Answer answer(
      String id, String question, Set<String> drawn, String words, String... places) {
    List<String> missing =
        NOT_MEASURED.stream()
            .filter(
                entry -> List.of(places).contains(entry.get(0)) && !drawn.contains(entry.get(0)))
            .map(
                entry -> "Not measured in this run: " + entry.get(1).toLowerCase(Locale.ROOT) + ".")
            .toList();
    List<String> all = new ArrayList<>(missing);
    if (!words.isEmpty()) {
      all.add(0, words);
    }
    return new Answer(id, question, List.of(places), String.join(" ", all));
  }

  private static String twoNodes(ReportData data) {
    List<String> words =
        data.table().rows().stream()
            .filter(row -> row.replicas() == 2)
            .map(
                row ->
                    row.backend()
                        + " on 2 replicas, flush "
                        + row.flush()
                        + ": W "
                        + row.faults().writesResume().theory()
                        + " by theory")
            .toList();
    return words.isEmpty()
        ? "No cell of this run has 2 replicas."
        : String.join("; ", words) + ". ZooKeeper itself needs a third node to survive a loss.";
  }

  /** Puts what was seen beside a prediction. */
  static Residual residual(Prediction prediction, ReportData data) {
    String predicted = plain(prediction.value()) + " " + prediction.unit();
    String metric =
        switch (prediction.metric()) {
          case "W" -> "writes-resume.measured";
          case "L" -> "permanent-loss.measured";
          case "lost" -> "acked.lost";
          default -> prediction.metric();
        };
    Optional<CitedFigure> found =
        data.book().all().stream()
            .filter(figure -> figure.id().cell().equals(prediction.cell()))
            .filter(figure -> figure.id().metric().equals(metric) && figure.value() != null)
            .findFirst();
    if (found.isEmpty()) {
      return new Residual(predicted, "-", "not measured in this run", "");
    }
    CitedFigure figure = found.get();
    double difference = (figure.value() == null ? 0 : figure.value()) - prediction.value();
    return new Residual(
        predicted,
        figure.shortText(),
        difference == 0 ? "0" : (difference > 0 ? "+" : "") + plain(difference),
        figure.id().toString());
  }

  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

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
