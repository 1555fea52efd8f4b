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
    return schedule.entries().stream()
        .flatMap(
            entry ->
                FaultKind.fault(entry.spec())
                    .unavailable(cluster)
                    .map(reason -> "fault " + entry.spec().toText() + ": " + reason)
                    .stream())
        .findFirst();
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
    for (FaultSchedule.Entry entry : schedule.entries()) {
      Optional<String> failure = runOne(entry, scene, startNs, events);
      if (failure.isPresent()) {
        return new FaultOutcome(events, failure);
      }
    }
    return new FaultOutcome(
        events, health.await(patience).map(why -> "not whole after the faults: " + why));
  }

  private static Optional<String> runOne(
      FaultSchedule.Entry entry, Scene scene, long startNs, List<FaultOutcome.Event> events) {
    String name = entry.toText();
    try {
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
      events.add(
          new FaultOutcome.Event(
              injected.what(),
              injectedNs - startNs,
              effectiveNs - startNs,
              System.nanoTime() - startNs,
              proof));
      return proof.landed()
          ? Optional.empty()
          : Optional.of("fault did not land: " + name + ": " + proof.evidence());
    } catch (LabException e) {
      return Optional.of("fault could not be done: " + name + ": " + e.getMessage());
    } catch (StartException e) {
      return Optional.of("fault could not be healed: " + name + ": " + e.getMessage());
    }
  }

  private static void sleepUntil(long deadlineNs) {
    Pause.millis((deadlineNs - System.nanoTime()) / 1_000_000);
  }
}
