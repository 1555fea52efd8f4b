package io.rvi.bench.experiment;

import java.time.Duration;
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
 */
public record Shape(
    double ratePerSecond,
    Duration warmUp,
    Duration measured,
    Duration saturation,
    Duration resumeMax,
    @Nullable Integer lossRecords) {
  /** Records of each topic of a loss trial; 0 when permanent loss is not tried. */
  int lossRecordsOrZero() {
    return lossRecords == null ? 0 : lossRecords;
  }

  /** Whether there is a part under load. */
  boolean hasLoad() {
    return !measured.isZero();
  }
}
