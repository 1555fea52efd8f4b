package io.rvi.bench.config;

import io.rvi.bench.lab.link.Delay;
import java.time.Duration;
import java.util.Optional;

/**
 * What every cell bears.
 *
 * @param recordBytes payload bytes of each record
 * @param ratePerSecond intended appends a second, open loop
 * @param warmup how long load runs before anything counts
 * @param duration how long it counts
 * @param saturation pipelined load at full speed; zero for none
 * @param linkDelay of every link between nodes, each way, as {@link Delay#parse} reads it; empty
 *     for links as they are
 * @param crashes whether replicas are killed and restarted afterwards
 * @param resumeMax how long after a kill writes may take to resume before they count as stopped
 */
public record LoadShape(
    int recordBytes,
    int ratePerSecond,
    Duration warmup,
    Duration duration,
    Duration saturation,
    Optional<String> linkDelay,
    boolean crashes,
    Duration resumeMax) {}
