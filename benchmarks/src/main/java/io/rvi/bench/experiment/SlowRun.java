package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.bench.lab.fault.Scene;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One step of levels: a fresh cluster, its levels in order, the verdict, and the raw files. */
final class SlowRun {
  private static final String TOPIC = "slow";

  /** Sets and leaders change by detection times; more looks would be a load of their own. */
  private static final long BETWEEN_LOOKS_MS = 50;

  private final Lab lab;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Step.SlowStep step;
  private final SlowPlan plan;
  private final long seed;
  private final Duration detection;
  private final List<Made> made = new ArrayList<>();
  private List<SlowFinding.Level> levels = List.of();
  private @Nullable AckAudit audit;
  private @Nullable OutcomeCounts counts;

  SlowRun(
      Lab lab,
      UnaryOperator<ClusterSpec> tuning,
      RawFiles raw,
      Step.SlowStep step,
      SlowPlan plan,
      long seed) {
    this.lab = lab;
    this.tuning = tuning;
    this.raw = raw;
    this.step = step;
    this.plan = plan;
    this.seed = seed;
    this.detection = CellCluster.failureDetection(step.cell());
  }

  /** A level that was made; its appends are read off the load when that has ended. */
  private record Made(
      SlowLevel level,
      String what,
      Proof proof,
      SlowFinding.Times times,
      SlowFinding.Roles rolesBefore,
      SlowFinding.Roles rolesDuring) {
    SlowFinding.Level with(OperationLog operations, long detectionNs) {
      long settledNs = Math.min(times.effectiveNs() + detectionNs, times.healedNs());
      return new SlowFinding.Level(
          level,
          what,
          proof.evidence(),
          proof.landed() ? null : "did not land",
          times,
          rolesBefore,
          rolesDuring,
          SlowTiming.window(operations, times.fromNs(), times.injectedNs()),
          SlowTiming.window(operations, times.effectiveNs(), times.healedNs()),
          SlowTiming.window(operations, settledNs, times.healedNs()));
    }
  }

  /** Runs the step; whatever fails is in the finding, beside the levels made before. */
  SlowFinding run() throws InterruptedException {
    String failure = StepWork.failure(this::measure);
    return new SlowFinding(
        step.cell().name(),
        step.fork(),
        seed,
        detection.toMillis(),
        levels,
        audit,
        counts,
        failure);
  }

  private void measure() throws StartException, TrialException, IOException, InterruptedException {
    ClusterSpec spec = tuning.apply(CellCluster.spec(step.cell())).withWiring(Wiring.PROXIED);
    try (LoadedCluster loaded =
        LoadedCluster.start(
            lab,
            spec,
            step.cell(),
            TOPIC,
            new LoadedCluster.Load(plan.ratePerSecond(), plan.lengthMax(step.levels())),
            raw.file(step, "slow.history"))) {
      Scene scene = loaded.scene(seed);
      try {
        for (SlowLevel level : step.levels()) {
          made.add(make(level, loaded, scene));
        }
      } finally {
        conclude(loaded.end());
      }
    } catch (LabException e) {
      throw new TrialException(String.valueOf(e.getMessage()), e);
    }
  }

  private Made make(SlowLevel level, LoadedCluster loaded, Scene scene)
      throws TrialException, StartException, InterruptedException {
    loaded.awaitLevel("before " + level.label());
    OpenLoop loop = loaded.loop();
    RoleCount roles = new RoleCount();
    try (Looks looks =
        Looks.start(
            loaded.cluster(),
            TOPIC,
            BETWEEN_LOOKS_MS,
            loop::elapsedNs,
            (partition, nowNs) -> {
              roles.look(partition);
              return true;
            })) {
      long fromNs = loop.elapsedNs();
      Thread.sleep(plan.before().toMillis());
      CrashScene.awaitAck(loop, fromNs, "no append was acknowledged before " + level.label());
      SlowFinding.Roles before = roles.take(looks.lookEveryMaxNs());
      long injectedNs = loop.elapsedNs();
      Done done = hold(level, loaded, scene, injectedNs);
      SlowFinding.Roles during = roles.take(looks.lookEveryMaxNs());
      loaded.awaitLevel("after " + level.label());
      SlowFinding.Times times =
          new SlowFinding.Times(
              fromNs, injectedNs, done.effectiveNs(), done.healedNs(), loop.elapsedNs());
      return new Made(level, done.what(), done.proof(), times, before, during);
    }
  }

  /** What was done. */
  private record Done(String what, Proof proof, long effectiveNs, long healedNs) {}

  private Done hold(SlowLevel level, LoadedCluster loaded, Scene scene, long injectedNs)
      throws StartException, InterruptedException {
    OpenLoop loop = loaded.loop();
    long untilNs = injectedNs + plan.lengthOf(level).toNanos();
    try {
      if (level.kind() == SlowLevel.Kind.PAUSES) {
        return pauseAgainAndAgain(level, loaded, scene, untilNs);
      }
      Injected injected = level.inject(scene);
      long effectiveNs = loop.elapsedNs();
      sleepUntil(loop, untilNs);
      Proof proof = injected.landed();
      long healedNs = loop.elapsedNs();
      injected.heal();
      return new Done(injected.what(), proof, effectiveNs, healedNs);
    } catch (LabException e) {
      long nowNs = loop.elapsedNs();
      Proof none = new Proof(false, "could not be done: " + e.getMessage());
      return new Done(level.label(), none, nowNs, nowNs);
    }
  }

  /** Freezes the same followers each time. */
  private static Done pauseAgainAndAgain(
      SlowLevel level, LoadedCluster loaded, Scene scene, long untilNs)
      throws StartException, InterruptedException {
    OpenLoop loop = loaded.loop();
    List<NodeId> victims = level.pickFollowers(scene);
    long beganNs = loop.elapsedNs();
    int pauses = 0;
    boolean landed = true;
    do {
      Injected pause = Harm.pause(loaded.cluster(), victims);
      Thread.sleep(level.millis());
      landed &= pause.landed().landed();
      pause.heal();
      pauses++;
      sleepUntil(loop, Math.min(untilNs, beganNs + pauses * SlowLevel.PAUSE_EVERY_NS));
    } while (loop.elapsedNs() < untilNs);
    Proof proof =
        new Proof(landed, pauses + " times in the stopped state" + (landed ? "" : ", or not"));
    return new Done("pauses " + victims, proof, beganNs, loop.elapsedNs());
  }

  private static void sleepUntil(OpenLoop loop, long untilNs) throws InterruptedException {
    long leftMs = (untilNs - loop.elapsedNs()) / 1_000_000;
    if (leftMs > 0) {
      Thread.sleep(leftMs);
    }
  }

  private void conclude(LoadedCluster.Ended ended) throws IOException {
    audit = ended.audit();
    counts = ended.load().counts();
    levels =
        made.stream()
            .map(level -> level.with(ended.load().operations(), detection.toNanos()))
            .toList();
    List<Long> eventsNs = made.stream().map(level -> level.times().injectedNs()).toList();
    ended.write(raw, step, "slow", eventsNs);
  }
}
