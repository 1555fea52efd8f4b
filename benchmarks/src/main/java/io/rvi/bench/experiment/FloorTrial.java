package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.load.floor.Floor;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Sets single appends, one after the other, beside the floor: floor, cell, floor, each alone on the
 * machine. Both are timed in the thread that waits for the answer, so that waking it counts in
 * both.
 */
public final class FloorTrial {
  private static final int DIGITS = 3;
  private static final String TOPIC = "floor";

  /** The paced part of a floor is not used here; it takes this little. */
  private static final Duration PACED = Duration.ofMillis(100);

  private static final double PACED_PER_SECOND = 100;

  private final Lab lab;
  private final Path base;
  private final Cell cell;

  /**
   * Prepares a trial.
   *
   * @param lab where the cluster runs
   * @param base an existing directory for the floor's files, on the file system of the lab
   * @param cell which cell
   */
  public FloorTrial(Lab lab, Path base, Cell cell) {
    this.lab = lab;
    this.base = base;
    this.cell = cell;
  }

  /**
   * Runs it.
   *
   * @param warmUp of the cell and of each floor
   * @param measured of the cell and of each floor
   * @throws StartException when the cluster does not start
   * @throws TrialException when an append failed
   * @throws IOException when a floor failed
   * @throws InterruptedException when the thread is interrupted
   */
  public Result run(Duration warmUp, Duration measured)
      throws StartException, TrialException, IOException, InterruptedException {
    Histogram before = floor(warmUp, measured);
    Histogram own = appends(warmUp, measured);
    return new Result(before, own, floor(warmUp, measured));
  }

  private Histogram floor(Duration warmUp, Duration measured)
      throws IOException, InterruptedException {
    Floor.Timing timing = new Floor.Timing(warmUp, measured, PACED, PACED_PER_SECOND);
    return Floor.measure(Floors.under(cell), base, timing).closed();
  }

  private Histogram appends(Duration warmUp, Duration measured)
      throws StartException, TrialException, InterruptedException {
    Duration deadline = CellCluster.deadline(cell).plusSeconds(1);
    try (Cluster cluster = lab.start(CellCluster.spec(cell));
        LogClient client = cluster.connect("floor", Map.of())) {
      TopicCreation.await(client, TOPIC, cell.replicas());
      ReplicatedLog log = client.open(TOPIC, 0);
      oneAfterTheOther(log, warmUp, deadline);
      return oneAfterTheOther(log, measured, deadline);
    }
  }

  private Histogram oneAfterTheOther(ReplicatedLog log, Duration length, Duration deadline)
      throws TrialException, InterruptedException {
    Histogram histogram = new Histogram(DIGITS);
    byte[] payload = new byte[cell.recordBytes()];
    long endNs = System.nanoTime() + length.toNanos();
    for (long startNs = System.nanoTime(); startNs < endNs; startNs = System.nanoTime()) {
      Waiting.result(log.append(payload), deadline, "an append");
      histogram.recordValue(System.nanoTime() - startNs);
    }
    return histogram;
  }

  /**
   * A cell and the floors around it; times in nanoseconds.
   *
   * @param floorBefore the floor, measured before the cell
   * @param cell the cell's appends
   * @param floorAfter the floor, measured after the cell
   */
  public record Result(Histogram floorBefore, Histogram cell, Histogram floorAfter) {
    /**
     * A percentile of the cell, in nanoseconds.
     *
     * @param percent 0 to 100
     */
    public double cellNs(double percent) {
      return cell.getValueAtPercentile(percent);
    }

    /**
     * The mean of the two floors' percentile, in nanoseconds.
     *
     * @param percent 0 to 100
     */
    public double floorNs(double percent) {
      return (floorBefore.getValueAtPercentile(percent) + floorAfter.getValueAtPercentile(percent))
          / 2.0;
    }

    /**
     * The cell's percentile as a multiple of the floor's.
     *
     * @param percent 0 to 100
     */
    public double ratio(double percent) {
      return cellNs(percent) / floorNs(percent);
    }
  }
}
