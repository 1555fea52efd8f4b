package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Runs a schedule of faults against a cluster that is under load. */
public final class FaultRunner {
  private static final String WHOLE = "whole";
  private static final String NOT_LOOKED_AT = "not looked at: too close to another fault";

  /** A look at a hurt cluster can take this long, as nodes may not answer. */
  private static final long LOOK_AHEAD_NS = 1_000_000_000;

  private final Cluster cluster;
  private final String topic;
  private final Duration patience;

  /**
   * A runner.
   *
   * @param cluster the cluster
   * @param topic the topic under load; roles are those of its partition 0
   * @param patience how long the cluster may take to be whole, before and after
   */
  public FaultRunner(Cluster cluster, String topic, Duration patience) {
    this.cluster = cluster;
    this.topic = topic;
    this.patience = patience;
  }

  /**
   * Why a schedule cannot be run on this cluster; to be asked before the load starts.
   *
   * @param schedule the schedule
   * @return empty when it can
   */
  public Optional<String> unavailable(FaultSchedule schedule) {
    return schedule.unavailable(cluster.spec()).map(Throwable::getMessage);
  }

  /**
   * Runs a schedule and returns when every fault is healed and the cluster is whole again. Faults
   * are healed also when this is interrupted.
   *
   * @param schedule the schedule
   * @param startNs the load's start, on the clock of {@link System#nanoTime}
   */
  public FaultOutcome run(FaultSchedule schedule, long startNs) {
    List<FaultOutcome.Event> events = new ArrayList<>();
    Health health = new Health(cluster, topic);
    Optional<String> sick = health.await(patience);
    if (sick.isPresent()) {
      return new FaultOutcome(events, sick.map(why -> "not whole before the faults: " + why));
    }
    Scene scene = new Scene(cluster, topic, 0, new SplittableRandom(schedule.seed()));
    List<FaultSchedule.Entry> entries = schedule.entries();
    for (int i = 0; i < entries.size(); i++) {
      Optional<Duration> next =
          i + 1 < entries.size() ? Optional.of(entries.get(i + 1).at()) : Optional.empty();
      Optional<String> failure = runOne(entries.get(i), next, scene, startNs, events);
      if (failure.isPresent()) {
        return new FaultOutcome(events, failure);
      }
    }
    return new FaultOutcome(
        events, health.await(patience).map(why -> "not whole after the faults: " + why));
  }

  private Optional<String> runOne(
      FaultSchedule.Entry entry,
      Optional<Duration> next,
      Scene scene,
      long startNs,
      List<FaultOutcome.Event> events) {
    String name = entry.toText();
    Health health = new Health(cluster, topic);
    try {
      String before = lookBefore(health, startNs + entry.at().toNanos());
      sleepUntil(startNs + entry.at().toNanos());
      long injectedNs = System.nanoTime();
      Injected injected = FaultKind.fault(entry.spec()).inject(scene);
      long effectiveNs = System.nanoTime();
      Proof proof;
      try {
        sleepUntil(effectiveNs + entry.lasting().toNanos());
        proof = injected.landed();
      } finally {
        injected.heal();
      }
      long healedNs = System.nanoTime();
      events.add(
          new FaultOutcome.Event(
              injected.what(),
              before,
              injectedNs - startNs,
              effectiveNs - startNs,
              healedNs - startNs,
              proof,
              watchAfter(health, healedNs, next.map(at -> startNs + at.toNanos()))));
      return proof.landed()
          ? Optional.empty()
          : Optional.of("fault did not land: " + name + ": " + proof.evidence());
    } catch (LabException e) {
      return Optional.of("fault could not be done: " + name + ": " + e.getMessage());
    } catch (StartException e) {
      return Optional.of("fault could not be healed: " + name + ": " + e.getMessage());
    }
  }

  /** Looks only where that cannot make the fault late. */
  private static String lookBefore(Health health, long dueNs) {
    if (dueNs - System.nanoTime() < LOOK_AHEAD_NS) {
      return NOT_LOOKED_AT;
    }
    sleepUntil(dueNs - LOOK_AHEAD_NS);
    return health.complaint().orElse(WHOLE);
  }

  private String watchAfter(Health health, long healedNs, Optional<Long> nextNs) {
    long leftNs =
        nextNs
            .map(next -> next - LOOK_AHEAD_NS - System.nanoTime())
            .map(left -> Math.min(left, patience.toNanos()))
            .orElse(patience.toNanos());
    if (leftNs < 0) {
      return NOT_LOOKED_AT;
    }
    return health
        .await(Duration.ofNanos(leftNs))
        .orElseGet(() -> WHOLE + " after " + (System.nanoTime() - healedNs) / 1_000_000 + " ms");
  }

  private static void sleepUntil(long deadlineNs) {
    Pause.millis((deadlineNs - System.nanoTime()) / 1_000_000);
  }
}
