package io.rvi.bench.experiment;

import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Latency against offered rate, and the highest rate sustained, over all clusters of a cell.
 * Follows from plan and findings alone.
 *
 * @param latencyMaxMs the p99 that a sustained rate may have, at the most
 * @param rows by cell, in the plan's order, then by rate: each of the ladder, offered or not, and
 *     each that was offered in between
 * @param sustained one for each cell, in the plan's order
 */
public record RateTable(double latencyMaxMs, List<Row> rows, List<Sustained> sustained) {
  private static final double NS_PER_MS = 1e6;
  private static final String RATE_UNIT = "records/s";
  private static final String NONE_ENDED = "no repetition came to its end";

  /** Copies the lists. */
  public RateTable {
    rows = List.copyOf(rows);
    sustained = List.copyOf(sustained);
  }

  /**
   * One rate in one cell, over its clusters. Times are medians in milliseconds, from the intended
   * start of an append to its acknowledgement, over every intended append.
   *
   * @param cell the cell's name
   * @param rate appends a second, offered
   * @param step whether it is between rates of the ladder
   * @param trials clusters that it was offered to
   * @param held of these, those that sustained it
   * @param missed of these, those that missed the rate; what is left was above the bound
   * @param achieved appends a second that were acknowledged
   * @param p50 of the response time; none where a cluster missed the rate
   * @param p99 likewise, and none where the appends do not carry it
   * @param p999 likewise
   * @param latenessP99 how late the sender was
   * @param outcomes appends by outcome, of all clusters
   * @param marks what went on besides
   * @param remark why it was not offered everywhere; empty where it was
   */
  public record Row(
      String cell,
      int rate,
      boolean step,
      int trials,
      int held,
      int missed,
      Figure achieved,
      Figure p50,
      Figure p99,
      Figure p999,
      Figure latenessP99,
      Map<Outcome, Long> outcomes,
      List<String> marks,
      String remark) {
    /** Copies the collections, the map in the order of the outcomes. */
    public Row {
      outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
      marks = List.copyOf(marks);
    }

    /** Appends without success. */
    public long failures() {
      return outcomes.entrySet().stream()
          .filter(entry -> entry.getKey() != Outcome.COMMITTED)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  /**
   * The highest rate that a cell sustained, in every repetition: each cluster that was offered it
   * held it, and the others, whose steps were elsewhere, held a higher one.
   *
   * @param cell the cell's name
   * @param rate it; none where there is none, or the appends at it do not carry the p99 that was to
   *     be bounded; at least so high where no higher one failed
   * @param next the next higher rate that was tried, which a cluster did not hold
   * @param marks what went on besides, over all loads
   */
  public record Sustained(String cell, Figure rate, Figure next, List<String> marks) {
    /** Copies the list. */
    public Sustained {
      marks = List.copyOf(marks);
    }
  }

  /**
   * The table of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static RateTable of(Plan plan, Findings findings) {
    RatePlan rate = plan.rate();
    if (rate == null) {
      return new RateTable(0, List.of(), List.of());
    }
    List<Row> rows = new ArrayList<>();
    List<Sustained> sustained = new ArrayList<>();
    for (Cell cell : rate.cells()) {
      List<RateFinding> found =
          findings.rate().stream().filter(one -> one.cell().equals(cell.name())).toList();
      if (!found.isEmpty()) {
        OfCell of = new OfCell(rate, cell, found, new LoadFigures(plan.seed()));
        rows.addAll(of.rows());
        sustained.add(of.sustained());
      }
    }
    return new RateTable(rate.latencyMax().toNanos() / NS_PER_MS, rows, sustained);
  }

  /** What a cell's clusters showed. */
  private record OfCell(RatePlan plan, Cell cell, List<RateFinding> found, LoadFigures figures) {
    List<Row> rows() {
      Set<Integer> rates = new TreeSet<>(plan.ladder());
      found.forEach(one -> one.rungs().forEach(rung -> rates.add(rung.rate())));
      return rates.stream().map(this::row).toList();
    }

    private Row row(int rate) {
      List<LoadFinding> loads =
          found.stream()
              .flatMap(one -> one.rungs().stream())
              .filter(rung -> rung.rate() == rate)
              .map(RateFinding.Rung::load)
              .toList();
      String remark = remark(rate, loads.size());
      // Where nobody was offered the rate, its figures say why.
      UnaryOperator<Figure> said = one -> loads.isEmpty() ? one.withRemark(remark) : one;
      return new Row(
          cell.name(),
          rate,
          !plan.ladder().contains(rate),
          loads.size(),
          count(loads, RungVerdict.HELD),
          count(loads, RungVerdict.MISSED),
          said.apply(figures.median(loads, LoadFinding::achievedPerSecond, RATE_UNIT)),
          said.apply(figures.percentile(loads, LoadFinding::p50)),
          said.apply(figures.percentile(loads, LoadFinding::p99)),
          said.apply(figures.percentile(loads, LoadFinding::p999)),
          said.apply(figures.median(loads, load -> load.latenessP99Ns() / NS_PER_MS, "ms")),
          outcomes(loads),
          marks(loads, "repetitions"),
          remark);
    }

    /** A load that missed its rate is never steady, and says so by that. */
    private static List<String> marks(List<LoadFinding> loads, String what) {
      List<String> marks = new ArrayList<>(ConditionMarks.of(loads, what));
      long unsteady = loads.stream().filter(load -> load.unsteady() && !load.saturated()).count();
      if (unsteady > 0) {
        String where = ": in " + unsteady + " of " + loads.size() + " " + what;
        marks.add("NOT STEADY" + (loads.size() == 1 ? "" : where));
      }
      return marks;
    }

    private int count(List<LoadFinding> loads, RungVerdict wanted) {
      return (int) loads.stream().filter(load -> verdict(load) == wanted).count();
    }

    private RungVerdict verdict(LoadFinding load) {
      return RungVerdict.of(load, plan);
    }

    private static Map<Outcome, Long> outcomes(List<LoadFinding> loads) {
      Map<Outcome, Long> sums = new TreeMap<>();
      for (Outcome outcome : Outcome.values()) {
        sums.put(outcome, loads.stream().mapToLong(load -> load.counts().of(outcome)).sum());
      }
      return sums;
    }

    private String remark(int rate, int trials) {
      if (trials == found.size()) {
        return "";
      }
      if (!plan.ladder().contains(rate)) {
        return "a step in " + trials + " of " + found.size() + " repetitions";
      }
      Set<String> reasons = new LinkedHashSet<>();
      for (RateFinding one : found) {
        if (one.rungs().stream().noneMatch(rung -> rung.rate() == rate)) {
          reasons.add(whyNotTried(one));
        }
      }
      String where = trials == 0 ? "" : " in " + (found.size() - trials) + " of " + found.size();
      return "not tried" + where + ": " + String.join("; ", reasons);
    }

    private String whyNotTried(RateFinding one) {
      return one.rungs().stream()
          .filter(rung -> !rung.step() && verdict(rung.load()) == RungVerdict.MISSED)
          .map(rung -> rung.rate() + "/s was missed")
          .findFirst()
          .orElse("the repetition failed");
    }

    Sustained sustained() {
      List<NavigableMap<Integer, RungVerdict>> climbs =
          found.stream()
              .filter(one -> one.failure() == null)
              .map(one -> one.verdicts(plan))
              .toList();
      List<LoadFinding> loads =
          found.stream().flatMap(one -> one.rungs().stream()).map(RateFinding.Rung::load).toList();
      List<String> marks = marks(loads, "loads");
      if (cell.topology() == Topology.EMBEDDED) {
        marks.add("ONE JVM: NOT CITABLE");
      }
      return new Sustained(cell.name(), highest(climbs), next(climbs), marks);
    }

    private Figure highest(List<NavigableMap<Integer, RungVerdict>> climbs) {
      if (climbs.isEmpty()) {
        return Figure.missing(RATE_UNIT, NONE_ENDED);
      }
      Integer rate = heldByAll(climbs);
      if (rate == null) {
        return Figure.missing(RATE_UNIT, "no rate that was offered held in every repetition");
      }
      if (!carries(rate)) {
        return Figure.missing(
            RATE_UNIT, rate + "/s held, but a p99 of so few appends decides nothing");
      }
      Figure figure =
          next(climbs).value() == null
              ? Figure.atLeast(rate, RATE_UNIT, climbs.size())
              : Figure.of(rate, RATE_UNIT, climbs.size());
      return climbs.size() == found.size()
          ? figure
          : figure.withRemark((found.size() - climbs.size()) + " more repetition(s) failed");
    }

    private static @Nullable Integer heldByAll(List<NavigableMap<Integer, RungVerdict>> climbs) {
      return climbs.stream()
          .flatMap(climb -> climb.keySet().stream())
          .filter(rate -> climbs.stream().allMatch(climb -> holds(climb, rate)))
          .max(Integer::compare)
          .orElse(null);
    }

    /** A climb that has no step at a rate holds it when it holds a higher one. */
    private static boolean holds(NavigableMap<Integer, RungVerdict> climb, int rate) {
      RungVerdict verdict = climb.get(rate);
      return verdict == null
          ? climb.tailMap(rate, false).containsValue(RungVerdict.HELD)
          : verdict == RungVerdict.HELD;
    }

    private boolean carries(int rate) {
      return found.stream()
          .flatMap(one -> one.rungs().stream())
          .filter(rung -> rung.rate() == rate)
          .allMatch(rung -> rung.load().p99().carried());
    }

    /** The lowest rate above that which all climbs hold, that one of them did not hold. */
    private Figure next(List<NavigableMap<Integer, RungVerdict>> climbs) {
      Integer held = heldByAll(climbs);
      return climbs.stream()
          .flatMap(climb -> climb.entrySet().stream())
          .filter(entry -> entry.getValue() != RungVerdict.HELD)
          .map(Map.Entry::getKey)
          .filter(rate -> held == null || rate > held)
          .min(Integer::compare)
          .map(rate -> Figure.of(rate, RATE_UNIT, climbs.size()))
          .orElseGet(
              () ->
                  Figure.missing(
                      RATE_UNIT, climbs.isEmpty() ? NONE_ENDED : "no higher rate was offered"));
    }
  }
}
