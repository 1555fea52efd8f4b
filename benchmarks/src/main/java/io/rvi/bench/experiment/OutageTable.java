package io.rvi.bench.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How long writes stopped after each class of events, over all trials of a cell. Follows from plan
 * and findings alone.
 *
 * @param rows by cell, then by class of events
 */
public record OutageTable(List<Row> rows) {
  private static final double NS_PER_MS = 1e6;

  /** Outages above so many detection times are counted. */
  private static final int LONG_DETECTIONS = 3;

  /** Copies the list. */
  public OutageTable {
    rows = List.copyOf(rows);
  }

  /**
   * One class of events in one cell. Times are in milliseconds.
   *
   * @param cell the cell's name
   * @param event the class
   * @param detectionMs the failure detection that the backend was set to
   * @param trials that count
   * @param voids trials that do not count
   * @param resumed trials in which writes resumed before the event was undone
   * @param outage the median of the longest gap between acknowledgements, from the last one before
   *     the event on; at least that where half or more did not resume
   * @param longest the longest of them
   * @param detections the median as a multiple of the failure detection
   * @param longOnes outages above three times the failure detection, those that did not end among
   *     them
   * @param back the median time from the event until response times were in their band again
   * @param toEpoch the median time from the event until a replica was seen to know of a later
   *     epoch: detection, and for a majority the candidate's decision
   * @param toLeader the median time from there until a leader of a later epoch was seen
   * @param toAck the median time from there to the first acknowledgement: the client's rediscovery
   *     and the first commit; 0 where the acknowledgement was seen before the leader was
   */
  public record Row(
      String cell,
      OutageEvent event,
      long detectionMs,
      int trials,
      int voids,
      int resumed,
      Figure outage,
      Figure longest,
      Figure detections,
      int longOnes,
      Figure back,
      Figure toEpoch,
      Figure toLeader,
      Figure toAck) {}

  /**
   * The table of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static OutageTable of(Plan plan, Findings findings) {
    Map<String, Map<OutageEvent, List<OutageFinding.Trial>>> trials = new LinkedHashMap<>();
    Map<String, Long> detection = new TreeMap<>();
    findings.outages().stream()
        .sorted(Comparator.comparing(OutageFinding::cell))
        .forEach(
            finding -> {
              detection.put(finding.cell(), finding.detectionMs());
              for (OutageFinding.Trial trial : finding.trials()) {
                trials
                    .computeIfAbsent(finding.cell(), absent -> new TreeMap<>())
                    .computeIfAbsent(trial.event(), absent -> new ArrayList<>())
                    .add(trial);
              }
            });
    List<Row> rows = new ArrayList<>();
    trials.forEach(
        (cell, byEvent) ->
            byEvent.forEach(
                (event, made) ->
                    rows.add(
                        row(
                            cell,
                            event,
                            Objects.requireNonNull(detection.get(cell)),
                            made,
                            plan.seed()))));
    return new OutageTable(rows);
  }

  /**
   * The row of a class in a cell, if there were trials of it.
   *
   * @param cell the cell's name
   * @param event the class
   */
  public @Nullable Row row(String cell, OutageEvent event) {
    return rows.stream()
        .filter(row -> row.cell().equals(cell) && row.event() == event)
        .findFirst()
        .orElse(null);
  }

  private static Row row(
      String cell, OutageEvent event, long detectionMs, List<OutageFinding.Trial> made, long seed) {
    List<OutageFinding.Trial> good = made.stream().filter(trial -> trial.gap() != null).toList();
    List<OutageFinding.Gap> gaps =
        good.stream().map(OutageFinding.Trial::gap).filter(Objects::nonNull).toList();
    int resumed = (int) gaps.stream().filter(OutageFinding.Gap::ended).count();
    double[] lengths = gaps.stream().mapToDouble(gap -> gap.lengthNs() / NS_PER_MS).toArray();
    Figure outage = Figure.median(lengths, seed, "ms");
    if (resumed * 2 <= gaps.size() && outage.value() != null) {
      outage = Figure.atLeast(outage.value(), "ms", gaps.size());
    }
    long longNs = LONG_DETECTIONS * detectionMs * (long) NS_PER_MS;
    return new Row(
        cell,
        event,
        detectionMs,
        gaps.size(),
        made.size() - gaps.size(),
        resumed,
        outage.withRemark(
            resumed < gaps.size() ? "writes resumed in " + resumed + " of " + gaps.size() : ""),
        longest(gaps),
        scaled(outage, detectionMs),
        (int) gaps.stream().filter(gap -> !gap.ended() || gap.lengthNs() > longNs).count(),
        split(good, seed, trial -> ms(Objects.requireNonNull(trial.gap()).backNs())),
        split(good, seed, OutageTable::toEpochMs),
        split(good, seed, OutageTable::toLeaderMs),
        split(good, seed, OutageTable::toAckMs));
  }

  private static Figure longest(List<OutageFinding.Gap> gaps) {
    if (gaps.isEmpty()) {
      return Figure.missing("ms", "no trial counts");
    }
    OutageFinding.Gap worst =
        gaps.stream().max(Comparator.comparingLong(OutageFinding.Gap::lengthNs)).orElseThrow();
    double valueMs = worst.lengthNs() / NS_PER_MS;
    return worst.ended()
        ? Figure.of(valueMs, "ms", gaps.size())
        : Figure.atLeast(valueMs, "ms", gaps.size());
  }

  private static Figure scaled(Figure outage, long detectionMs) {
    Double value = outage.value();
    if (value == null) {
      return Figure.missing("x", outage.remark());
    }
    Double low = outage.low();
    Double high = outage.high();
    return new Figure(
        value / detectionMs,
        "x",
        low == null ? null : low / detectionMs,
        high == null ? null : high / detectionMs,
        outage.atLeast(),
        outage.forks(),
        "");
  }

  private static Figure split(
      List<OutageFinding.Trial> trials,
      long seed,
      Function<OutageFinding.Trial, @Nullable Double> part) {
    double[] values =
        trials.stream()
            .map(part)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return Figure.median(values, seed, "ms");
  }

  private static @Nullable Double toEpochMs(OutageFinding.Trial trial) {
    Long seenNs = trial.times().epochSeenNs();
    return seenNs == null ? null : ms(seenNs - trial.times().injectedNs());
  }

  private static @Nullable Double toLeaderMs(OutageFinding.Trial trial) {
    Long epochNs = trial.times().epochSeenNs();
    Long leaderNs = trial.times().leaderSeenNs();
    return epochNs == null || leaderNs == null ? null : ms(leaderNs - epochNs);
  }

  private static @Nullable Double toAckMs(OutageFinding.Trial trial) {
    Long leaderNs = trial.times().leaderSeenNs();
    OutageFinding.Gap gap = trial.gap();
    return leaderNs == null || gap == null || !gap.ended()
        ? null
        : ms(Math.max(0, gap.toNs() - leaderNs));
  }

  private static @Nullable Double ms(@Nullable Long ns) {
    return ns == null ? null : ns / NS_PER_MS;
  }
}
