package io.rvi.bench.experiment;

import io.rvi.bench.experiment.SlowFinding.Level;
import io.rvi.bench.experiment.SlowFinding.Roles;
import io.rvi.bench.experiment.SlowFinding.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What slow followers, pauses and a cut link did, over all clusters of a cell. Follows from plan
 * and findings alone.
 *
 * @param rows by cell, in the plan's order, then by level
 */
public record SlowTable(List<Row> rows) {
  private static final double NS_PER_MS = 1e6;

  /** Copies the list. */
  public SlowTable {
    rows = List.copyOf(rows);
  }

  /**
   * One level in one cell, over its clusters. Times are medians in milliseconds, from the intended
   * start of an append to its acknowledgement.
   *
   * @param cell the cell's name
   * @param level which
   * @param trials that count
   * @param voids that do not
   * @param addedRoundTripMs what a round trip to a slow follower takes more, by injection
   * @param p50Before the median before it
   * @param p50During the median during it
   * @param p50Settled the median from one failure detection after its begin on
   * @param p99Before the 99th percentile before it
   * @param p99During and during it
   * @param kept acknowledgements a second during it, in parts of those before it
   * @param ackedSettled the least share, of all trials, of the appends from one failure detection
   *     after its begin on that were acknowledged; null without a trial
   * @param evictions replicas that left the in-sync set during it, of all trials; of a majority,
   *     whose voters do not change, 0
   * @param returns replicas that came back during it
   * @param leaderChanges of all trials, during it
   * @param leaderChangesMost in one trial
   * @param epochs by how much the leader epoch rose, of all trials
   * @param watchedS for how long, in seconds, of all trials
   */
  public record Row(
      String cell,
      SlowLevel level,
      int trials,
      int voids,
      long addedRoundTripMs,
      Figure p50Before,
      Figure p50During,
      Figure p50Settled,
      Figure p99Before,
      Figure p99During,
      Figure kept,
      @Nullable Double ackedSettled,
      int evictions,
      int returns,
      int leaderChanges,
      int leaderChangesMost,
      long epochs,
      double watchedS) {
    /** Milliseconds that the settled median is above that before; null where one is missing. */
    @Nullable Double addedMs() {
      Double settled = p50Settled.value();
      Double before = p50Before.value();
      return settled == null || before == null || p50Settled.atLeast() ? null : settled - before;
    }
  }

  /**
   * The table of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static SlowTable of(Plan plan, Findings findings) {
    SlowPlan slow = plan.slow();
    List<Row> rows = new ArrayList<>();
    if (slow != null) {
      for (Cell cell : slow.cells()) {
        for (SlowLevel level : slow.levels()) {
          List<Level> made =
              findings.slow().stream()
                  .filter(found -> found.cell().equals(cell.name()))
                  .flatMap(found -> found.levels().stream())
                  .filter(found -> found.level().equals(level))
                  .toList();
          if (!made.isEmpty()) {
            rows.add(row(cell.name(), level, made, plan.seed()));
          }
        }
      }
    }
    return new SlowTable(rows);
  }

  private static Row row(String cell, SlowLevel level, List<Level> made, long seed) {
    List<Level> good = made.stream().filter(found -> found.voidBecause() == null).toList();
    return new Row(
        cell,
        level,
        good.size(),
        made.size() - good.size(),
        level.addedRoundTripMs(),
        percentile(good, Level::before, Window::p50Ns, seed),
        percentile(good, Level::during, Window::p50Ns, seed),
        percentile(good, Level::settled, Window::p50Ns, seed),
        percentile(good, Level::before, Window::p99Ns, seed),
        percentile(good, Level::during, Window::p99Ns, seed),
        Figure.median(values(good, SlowTable::kept), seed, "x"),
        ackedLeast(good),
        sum(good, Roles::evictions),
        sum(good, Roles::returns),
        sum(good, Roles::leaderChanges),
        good.stream().mapToInt(found -> found.rolesDuring().leaderChanges()).max().orElse(0),
        good.stream().mapToLong(found -> found.rolesDuring().epochs()).sum(),
        good.stream()
            .mapToDouble(
                found -> (found.times().healedNs() - found.times().effectiveNs()) / 1e3 / NS_PER_MS)
            .sum());
  }

  private static int sum(List<Level> levels, ToIntFunction<Roles> what) {
    return levels.stream().mapToInt(found -> what.applyAsInt(found.rolesDuring())).sum();
  }

  /** Nothing acknowledged before gives no share. */
  private static @Nullable Double kept(Level level) {
    SlowFinding.Times times = level.times();
    double before = level.before().ackedWithin() / (double) (times.injectedNs() - times.fromNs());
    double during =
        level.during().ackedWithin() / (double) (times.healedNs() - times.effectiveNs());
    return before > 0 ? (Double) (during / before) : null;
  }

  private static @Nullable Double ackedLeast(List<Level> levels) {
    return levels.stream()
        .map(Level::settled)
        .filter(window -> window.intended() > 0)
        .map(window -> window.acked() / (double) window.intended())
        .min(Double::compare)
        .orElse(null);
  }

  /** The median over clusters; where a cluster's lies among what failed, at least the others'. */
  private static Figure percentile(
      List<Level> levels,
      Function<Level, Window> window,
      Function<Window, @Nullable Long> quantile,
      long seed) {
    List<Window> windows =
        levels.stream().map(window).filter(found -> found.intended() > 0).toList();
    double[] seen =
        windows.stream()
            .map(quantile)
            .filter(Objects::nonNull)
            .mapToDouble(ns -> ns / NS_PER_MS)
            .toArray();
    if (windows.isEmpty() || seen.length == 0) {
      return Figure.missing(
          "ms", windows.isEmpty() ? "no append in any trial" : "not acknowledged in any trial");
    }
    Figure median = Figure.median(seen, seed, "ms");
    return seen.length == windows.size()
        ? median
        : Figure.atLeast(Objects.requireNonNull(median.value()), "ms", windows.size())
            .withRemark(
                "among what was not acknowledged in "
                    + (windows.size() - seen.length)
                    + " of "
                    + windows.size());
  }

  private static double[] values(List<Level> levels, Function<Level, @Nullable Double> what) {
    return levels.stream()
        .map(what)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
