package io.rvi.bench.experiment;

import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Calibration;
import io.rvi.bench.model.Delay;
import io.rvi.bench.model.Outlook;
import io.rvi.bench.model.Protocol;
import io.rvi.bench.model.Scenario;
import io.rvi.bench.model.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What theory expects of a cell. */
final class Predictions {
  /** A leader's own time where none is assumed; the model wants one above 0. */
  private static final double NO_TIME_S = 1e-9;

  /** Enough for a p99 that chance moves by a per cent at the most. */
  private static final int SAMPLES = 200_000;

  /** The same plan, on the same calibration, has the same predictions. */
  private static final long SAMPLES_SEED = 1;

  private Predictions() {}

  /** The tolerance that a cell's protocol and settings promise. */
  static Tolerance tolerance(Cell cell) {
    return Replication.of(cell) == Replication.IN_SYNC_SET
        ? Tolerance.ofInSyncSet(cell.replicas(), cell.minInSync())
        : Tolerance.ofMajority(cell.replicas());
  }

  /** The fewest replicas that may acknowledge a record, its leader among them. */
  static int smallestAckSet(Cell cell) {
    return tolerance(cell).permanentLoss() + 1;
  }

  /**
   * What a cell's latency would be if the implementation took no time of its own: round trips and
   * fsyncs as they were measured right before, put together by theory. What is seen above it is the
   * implementation's, and the processors' that nodes share. Over delayed links nothing is expected
   * where appends are not a round trip apart: bytes that wait for those before them are no longer
   * independent.
   */
  static List<Prediction> latency(Cell cell, Shape shape, Calibration found) {
    boolean isDelayed = shape.delay(cell).isPresent();
    if (!shape.hasLoad()
        || cell.topology() != Topology.PROCESSES
        || (isDelayed && shape.appendsARoundTrip() >= Shape.APART_BELOW)) {
      return List.of();
    }
    Protocol protocol =
        Replication.of(cell) == Replication.IN_SYNC_SET ? Protocol.IN_SYNC_SET : Protocol.MAJORITY;
    Outlook.Latency latency =
        Outlook.latency(
            new Scenario.Load(
                shape.ratePerSecond(),
                cell.recordBytes(),
                Scenario.Persistence.valueOf(cell.flush().name())),
            new Scenario.Delays(
                found.loopback().quantileUs(0.5) / 1e6,
                NO_TIME_S,
                isDelayed ? delayedTrip(shape, found) : found.loopback().delay(),
                Double.MAX_VALUE,
                found.fsync().delay(),
                // Appends that are evenly spaced, further apart than round trips take, find a
                // follower's fetch waiting at the leader.
                isDelayed),
            protocol,
            cell.replicas());
    String links =
        isDelayed ? ", links delayed " + shape.linkDelay() + ", one append at a time" : "";
    String basis = "loopback and fsync as calibrated" + links + ", no time of the implementation";
    List<Prediction> predictions = new ArrayList<>();
    if (latency.p50Ms() != null && latency.p99Ms() != null) {
      predictions.add(new Prediction(cell.name(), "p50", digits(latency.p50Ms()), "ms", basis));
      predictions.add(new Prediction(cell.name(), "p99", digits(latency.p99Ms()), "ms", basis));
    }
    return predictions;
  }

  /** A round trip between nodes, in seconds: as calibrated, and the delay of each way on top. */
  private static Delay delayedTrip(Shape shape, Calibration found) {
    Delay loopback = found.loopback().delay();
    var oneWay = shape.delay().orElseThrow();
    SplittableRandom random = new SplittableRandom(SAMPLES_SEED);
    return Delay.ofSamples(
        random
            .doubles(SAMPLES)
            .map(
                u ->
                    loopback.quantile(u)
                        + (oneWay.sampleNs(random) + oneWay.sampleNs(random)) / 1e9)
            .toArray());
  }

  private static double digits(double ms) {
    return Math.round(ms * 1e4) / 1e4;
  }

  /** Every expectation of a cell. */
  static List<Prediction> of(Cell cell) {
    Tolerance tolerance = tolerance(cell);
    List<Prediction> predictions = new ArrayList<>();
    String basis =
        Replication.of(cell) == Replication.IN_SYNC_SET
            ? "in-sync set: n - m, n = " + cell.replicas() + ", m = " + cell.minInSync()
            : "majority: n - floor(n/2) - 1, n = " + cell.replicas();
    if (cell.crashes()) {
      predictions.add(new Prediction(cell.name(), "W", tolerance.writesResume(), "crashes", basis));
      predictions.add(
          new Prediction(
              cell.name(), "lost", 0, "records", "a crash leaves the page cache and the disk"));
    }
    predictions.add(
        new Prediction(
            cell.name(), "L", tolerance.permanentLoss(), "losses", "n - 1 - W for one ack set"));
    predictions.add(
        new Prediction(
            cell.name(),
            "L_full",
            tolerance.permanentLossFull(),
            "losses",
            "n - 1 once every replica has the record"));
    return predictions;
  }
}
