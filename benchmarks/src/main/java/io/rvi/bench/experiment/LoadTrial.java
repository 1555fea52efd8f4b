package io.rvi.bench.experiment;

import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.ClosedLoop;
import io.rvi.bench.load.ClosedLoopPlan;
import io.rvi.bench.load.LoadClock;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.bench.load.RunningLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Loads a healthy log: pipelined at full speed, which also warms client and nodes, then as an open
 * loop at the plan's rate.
 */
final class LoadTrial {
  static final String TOPIC = "load";

  /** Records under way at full speed: several full requests, far below the client's bound. */
  static final int PIPELINE_DEPTH = 256;

  /**
   * Records under way while JVMs are warmed: few, so that most go in requests of their own, as in
   * the open loop. A full pipeline compiles the way of large batches and makes few requests.
   */
  static final int WARMING_DEPTH = 4;

  /** The share of the full-speed part that warms up. */
  private static final int SATURATION_WARM_UP_PART = 3;

  /** An open loop overflows when it is this many seconds of its rate behind. */
  private static final int BEHIND_MAX_S = 5;

  private final ReplicatedLog log;
  private final byte[] payload;
  private final Shape shape;
  private final Duration deadline;

  LoadTrial(ReplicatedLog log, Cell cell, Shape shape, Duration deadline, long seed) {
    this.log = log;
    this.payload = new byte[cell.recordBytes()];
    new SplittableRandom(seed).nextBytes(payload);
    this.shape = shape;
    this.deadline = deadline;
  }

  /**
   * Warms client and nodes before an open loop that makes too few requests for that by itself: a
   * JVM that has not compiled an append's way adds milliseconds to it. Outcomes do not count here;
   * a log that is down shows in the parts that follow.
   *
   * @param depth appends under way
   * @param length for how long; zero for not at all
   */
  void warm(int depth, Duration length) throws InterruptedException {
    if (!length.isZero()) {
      ClosedLoopPlan plan = new ClosedLoopPlan(depth, Duration.ZERO, length, deadline);
      var unused = new ClosedLoop(plan, index -> log.append(payload)).run();
    }
  }

  /**
   * Runs both parts.
   *
   * @param cluster under load
   * @param place where raw files of what was watched go
   */
  Result run(Cluster cluster, LoadWatch.Place place) throws IOException, InterruptedException {
    Throughput throughput = saturate();
    LoadWatch watch = LoadWatch.before(cluster, TOPIC, place);
    long startEpochMs = System.currentTimeMillis();
    LoadResult load = openLoop(watch);
    LoadConditions conditions = watch.after(load.sender());
    return new Result(
        LoadFinding.of(load, throughput.perSecond(), throughput.counts(), conditions),
        load,
        startEpochMs);
  }

  private Throughput saturate() throws InterruptedException {
    if (shape.saturation().isZero()) {
      return new Throughput(0, new OutcomeCounts(Map.of()));
    }
    Duration warmUp = shape.saturation().dividedBy(SATURATION_WARM_UP_PART);
    ClosedLoopPlan plan =
        new ClosedLoopPlan(PIPELINE_DEPTH, warmUp, shape.saturation().minus(warmUp), deadline);
    ClosedLoop.Result result = new ClosedLoop(plan, index -> log.append(payload)).run();
    return new Throughput(result.committedPerSecond(), result.counts());
  }

  private LoadResult openLoop(LoadWatch watch) throws IOException, InterruptedException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(shape.ratePerSecond()),
            shape.warmUp(),
            shape.measured(),
            (int) Math.ceil(BEHIND_MAX_S * shape.ratePerSecond()),
            deadline);
    try (RunningLoad running = RunningLoad.start(plan, index -> log.append(payload))) {
      LoadClock clock = LoadClock.system();
      clock.parkUntil(clock.nowNs() + shape.warmUp().toNanos() - running.loop().elapsedNs());
      watch.measures();
      return running.await();
    }
  }

  /**
   * What the load showed and what it was computed from.
   *
   * @param finding what it showed
   * @param load the open loop
   * @param startEpochMs when the open loop began, wall clock
   */
  record Result(LoadFinding finding, LoadResult load, long startEpochMs) {}

  private record Throughput(double perSecond, OutcomeCounts counts) {}
}
