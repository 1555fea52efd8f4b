package io.rvi.bench.config;

import io.rvi.api.Flush;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/**
 * Which experiments a run makes, and how much of each.
 *
 * @param kinds which, each once
 * @param minInSync the values of {@code min.insync.replicas} that failures tolerated are measured
 *     with, as configuration has them; empty for the backend's own setting alone
 * @param lossRecords records of each topic of a loss trial; 0 when permanent loss is not tried
 * @param outageTrials trials of each class of events at the counts of {@code outageReplicas}
 * @param outageTrialsElsewhere trials of each class at the other counts; 0 for none
 * @param outageReplicas the replica counts with many trials
 * @param outageRatePerSecond appends a second during outages
 * @param durability durability trials, if they are made
 * @param slow clusters with something slow in them, if they are made
 * @param rate rates that are offered one after the other, if they are
 */
public record ExperimentChoice(
    List<ExperimentKind> kinds,
    List<String> minInSync,
    int lossRecords,
    int outageTrials,
    int outageTrialsElsewhere,
    List<Integer> outageReplicas,
    int outageRatePerSecond,
    Durability durability,
    Slow slow,
    Rate rate) {
  /** The text that means each event that durability trials know. */
  public static final String EVERY_EVENT = "every";

  /** The text that means more than half of the replicas. */
  public static final String MAJORITY = "majority";

  /**
   * Durability trials.
   *
   * @param trials of each event in each cell
   * @param replicas the replica counts
   * @param flushes the flush classes
   * @param events what happens, by name, or {@link #EVERY_EVENT} alone
   */
  public record Durability(
      int trials, List<Integer> replicas, List<Flush> flushes, List<String> events) {
    /** Copies the lists. */
    public Durability {
      replicas = List.copyOf(replicas);
      flushes = List.copyOf(flushes);
      events = events.stream().map(String::strip).toList();
    }
  }

  /**
   * Clusters with something slow or cut in them.
   *
   * @param delays of links, each way
   * @param followers how many are slow at once
   * @param pause of a follower's process in every second; zero for none
   * @param time how long a level lasts
   * @param replicas the replica counts
   * @param linkCut for how long a link is cut; zero for not at all
   */
  public record Slow(
      List<Duration> delays,
      List<Integer> followers,
      Duration pause,
      Duration time,
      List<Integer> replicas,
      Duration linkCut) {
    /** Copies the lists. */
    public Slow {
      delays = List.copyOf(delays);
      followers = List.copyOf(followers);
      replicas = List.copyOf(replicas);
    }

    /** How long all levels last on one cluster, with what each is compared with. */
    Duration length() {
      int levels = delays.size() * followers.size() + (pause.isZero() ? 0 : 1);
      Duration before = time.dividedBy(2);
      return time.plus(before).multipliedBy(levels).plus(linkCut).plus(before);
    }
  }

  /**
   * Rates offered to a cluster, one after the other.
   *
   * @param rates appends a second, ascending
   * @param time how long each is offered
   * @param latencyMax the p99 that a rate may have to count as sustained
   * @param steps further rates in between, afterwards
   * @param replicas the replica counts
   */
  public record Rate(
      List<Integer> rates, Duration time, Duration latencyMax, int steps, List<Integer> replicas) {
    /** Copies the lists. */
    public Rate {
      rates = List.copyOf(rates);
      replicas = List.copyOf(replicas);
    }

    /** Appends of the longest load: at the highest of the rates. */
    double appendsMax() {
      return rates.get(rates.size() - 1) * (time.toMillis() / 1_000.0);
    }
  }

  /** Copies the lists. */
  public ExperimentChoice {
    kinds = List.copyOf(kinds);
    minInSync = List.copyOf(minInSync);
    outageReplicas = List.copyOf(outageReplicas);
  }

  /**
   * Whether an experiment is made.
   *
   * @param kind which
   */
  public boolean has(ExperimentKind kind) {
    return kinds.contains(kind);
  }

  /**
   * The values of {@code min.insync.replicas} at a replica count, ascending, each once; those above
   * the count are left out.
   *
   * @param replicas the count
   */
  public List<Integer> minInSyncAt(int replicas) {
    TreeSet<Integer> values = new TreeSet<>();
    for (String text : minInSync) {
      int value = text.equals(MAJORITY) ? replicas / 2 + 1 : Integer.parseInt(text);
      if (value <= replicas) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }
}
