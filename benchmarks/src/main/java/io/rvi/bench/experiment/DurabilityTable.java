package io.rvi.bench.experiment;

import io.rvi.bench.experiment.DurabilityEvent.Promise;
import io.rvi.bench.stats.ZeroEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What power losses and unsafe settings took, beside what is promised. Follows from plan and
 * findings alone.
 *
 * @param rows by cell, in the plan's order, then by event
 */
public record DurabilityTable(List<Row> rows) {
  /** Copies the list. */
  public DurabilityTable {
    rows = List.copyOf(rows);
  }

  /**
   * One event in one cell, over its trials.
   *
   * @param cell the cell's name
   * @param backend the backend's name
   * @param flush the flush class
   * @param event what happened
   * @param promise what is promised of acknowledged records
   * @param trials that were carried through
   * @param voids that were not
   * @param acked records acknowledged, of all trials
   * @param lost of these, by the checker
   * @param lostMost in one trial
   * @param losing trials with a record lost
   * @param countedLost by comparing payloads
   * @param nodesCountLost at the least, by what nodes said they cut; null where none was said or
   *     kept
   * @param nodesCountCut at the most, likewise
   * @param disagreeing trials in which the counts differ
   * @param unavailable neither served nor known to be lost, in the end
   * @param served trials in which the log was read to its end once all had come back
   * @param resumed trials in which an append was acknowledged afterwards
   * @param servedWithoutRest trials in which one was before the last replicas came back
   * @param triedWithoutRest trials in which that was tried
   * @param outageMs the median time to the first acknowledgement; null when there was none
   * @param broken trials in which what is promised was broken
   * @param losingShareMax95 with no loss: the upper 95 % bound on the share of such trials
   */
  public record Row(
      String cell,
      String backend,
      String flush,
      DurabilityEvent event,
      Promise promise,
      int trials,
      int voids,
      long acked,
      long lost,
      long lostMost,
      int losing,
      long countedLost,
      @Nullable Long nodesCountLost,
      @Nullable Long nodesCountCut,
      int disagreeing,
      long unavailable,
      int served,
      int resumed,
      int servedWithoutRest,
      int triedWithoutRest,
      @Nullable Double outageMs,
      int broken,
      @Nullable Double losingShareMax95) {
    /** Whether in every trial the checker's count is that of the payloads and fits the nodes'. */
    public boolean countsAgree() {
      return disagreeing == 0;
    }
  }

  /**
   * The table of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static DurabilityTable of(Plan plan, Findings findings) {
    DurabilityPlan durability = plan.durability();
    List<Row> rows = new ArrayList<>();
    if (durability != null) {
      for (Cell cell : durability.cells()) {
        for (DurabilityEvent event : durability.events()) {
          List<DurabilityFinding> own =
              findings.durability().stream()
                  .filter(found -> found.cell().equals(cell.name()) && found.event() == event)
                  .toList();
          if (!own.isEmpty()) {
            rows.add(row(cell, event, own));
          }
        }
      }
    }
    return new DurabilityTable(rows);
  }

  /**
   * Whether a trial broke what is promised: anything at all where records were to be kept, else
   * anything beyond a loss.
   *
   * @param promise of it
   * @param trial what it showed
   */
  static boolean isBroken(Promise promise, DurabilityFinding.Trial trial) {
    return promise == Promise.KEPT
        ? !trial.audit().violations().isEmpty()
        : trial.isBrokenBeyondLoss();
  }

  private static Row row(Cell cell, DurabilityEvent event, List<DurabilityFinding> own) {
    List<DurabilityFinding.Trial> trials =
        own.stream().map(DurabilityFinding::trial).filter(Objects::nonNull).toList();
    Promise promise = event.promise(cell);
    int losing = count(trials, trial -> trial.audit().lost() > 0);
    return new Row(
        cell.name(),
        cell.backend(),
        cell.flush().name().toLowerCase(Locale.ROOT),
        event,
        promise,
        trials.size(),
        own.size() - trials.size(),
        trials.stream().mapToLong(trial -> trial.audit().acked()).sum(),
        trials.stream().mapToLong(trial -> trial.audit().lost()).sum(),
        trials.stream().mapToLong(trial -> trial.audit().lost()).max().orElse(0),
        losing,
        trials.stream().mapToLong(DurabilityFinding.Trial::countedLost).sum(),
        sumOfSaid(trials, DurabilityFinding.Trial::nodesCountLost),
        sumOfSaid(trials, DurabilityFinding.Trial::nodesCountCut),
        count(trials, trial -> !trial.countsAgree()),
        trials.stream().mapToLong(trial -> trial.audit().unavailable()).sum(),
        count(trials, DurabilityFinding.Trial::served),
        count(trials, trial -> trial.outageMs() != null),
        count(trials, trial -> Boolean.TRUE.equals(trial.servedWithoutRest())),
        count(trials, trial -> trial.servedWithoutRest() != null),
        medianOutageMs(trials),
        count(trials, trial -> isBroken(promise, trial)),
        trials.isEmpty() || losing > 0 ? null : ZeroEvents.upperBound95(trials.size()));
  }

  private static int count(
      List<DurabilityFinding.Trial> trials, Predicate<DurabilityFinding.Trial> which) {
    return (int) trials.stream().filter(which).count();
  }

  private static @Nullable Long sumOfSaid(
      List<DurabilityFinding.Trial> trials,
      Function<DurabilityFinding.Trial, @Nullable Long> count) {
    List<Long> said = trials.stream().map(count).filter(Objects::nonNull).toList();
    return said.isEmpty() ? null : (Long) said.stream().mapToLong(Long::longValue).sum();
  }

  private static @Nullable Double medianOutageMs(List<DurabilityFinding.Trial> trials) {
    double[] sorted =
        trials.stream()
            .map(DurabilityFinding.Trial::outageMs)
            .filter(Objects::nonNull)
            .mapToDouble(Long::doubleValue)
            .sorted()
            .toArray();
    OptionalDouble median =
        sorted.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
    return median.isPresent() ? median.getAsDouble() : null;
  }
}
