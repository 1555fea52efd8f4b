package io.rvi.bench.experiment;

import io.rvi.bench.lab.link.Delay;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How each cell is measured.
 *
 * @param ratePerSecond intended appends a second of the open loop, above 0
 * @param warmUp open loop that is not counted
 * @param measured open loop that is counted
 * @param saturation pipelined load at full speed; its first third is warm-up; zero for none
 * @param resumeMax how long after a kill writes may take to resume before they count as stopped
 * @param lossRecords records of each topic of a loss trial; 0 or null when permanent loss is not
 *     tried
 * @param linkDelay of every link between nodes, each way, as {@link Delay#parse} reads it; null for
 *     links as they are
 */
public record Shape(
    double ratePerSecond,
    Duration warmUp,
    Duration measured,
    Duration saturation,
    Duration resumeMax,
    @Nullable Integer lossRecords,
    @Nullable String linkDelay) {
  /** From so many appends a round trip on, one waits for another often enough to show. */
  static final double APART_BELOW = 0.2;

  /**
   * Over links as they are.
   *
   * @param ratePerSecond as above
   * @param warmUp as above
   * @param measured as above
   * @param saturation as above
   * @param resumeMax as above
   * @param lossRecords as above
   */
  public Shape(
      double ratePerSecond,
      Duration warmUp,
      Duration measured,
      Duration saturation,
      Duration resumeMax,
      @Nullable Integer lossRecords) {
    this(ratePerSecond, warmUp, measured, saturation, resumeMax, lossRecords, null);
  }

  /** Records of each topic of a loss trial; 0 when permanent loss is not tried. */
  int lossRecordsOrZero() {
    return lossRecords == null ? 0 : lossRecords;
  }

  /** The delay of every link between nodes, each way; empty for links as they are. */
  Optional<Delay> delay() {
    return Optional.ofNullable(linkDelay).map(Delay::parse);
  }

  /** The same of a cell's links; empty for a single replica, which has none. */
  Optional<Delay> delay(Cell cell) {
    return cell.replicas() > 1 ? delay() : Optional.empty();
  }

  /**
   * Appends in a mean round trip over delayed links; 0 for links as they are. Theory of single
   * appends holds below {@link #APART_BELOW}.
   */
  double appendsARoundTrip() {
    return delay().map(delay -> ratePerSecond * 2 * delay.meanNs() / 1e9).orElse(0.0);
  }

  /** Whether there is a part under load. */
  boolean hasLoad() {
    return !measured.isZero();
  }
}
