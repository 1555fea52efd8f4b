package io.rvi.bench.experiment;

import java.time.Duration;

/**
 * How each cell is measured.
 *
 * @param ratePerSecond intended appends a second of the open loop, above 0
 * @param warmUp open loop that is not counted
 * @param measured open loop that is counted
 * @param saturation pipelined load at full speed; its first third is warm-up; zero for none
 * @param resumeMax how long after a kill writes may take to resume before they count as stopped
 */
public record Shape(
    double ratePerSecond,
    Duration warmUp,
    Duration measured,
    Duration saturation,
    Duration resumeMax) {}
