package io.rvi.bench.config;

import java.time.Duration;

/**
 * The load that every cell bears.
 *
 * @param recordBytes payload bytes of each record
 * @param ratePerSecond intended appends a second, open loop
 * @param warmup how long load runs before anything counts
 * @param duration how long it counts
 */
public record LoadShape(int recordBytes, int ratePerSecond, Duration warmup, Duration duration) {}
