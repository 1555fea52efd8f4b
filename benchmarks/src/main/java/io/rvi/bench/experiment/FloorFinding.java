package io.rvi.bench.experiment;

import org.jspecify.annotations.Nullable;

/**
 * What one repetition of a floor showed.
 *
 * @param floor the floor's name
 * @param fork repetition, from 0
 * @param closedP50Ns median, one operation after the other
 * @param closedP99Ns 99th percentile of the same
 * @param pacedP50Ns median response time of an open loop at the cells' rate
 * @param operations timed in the closed loop
 * @param failure why there are no values, which are then 0; else null
 */
public record FloorFinding(
    String floor,
    int fork,
    long closedP50Ns,
    long closedP99Ns,
    long pacedP50Ns,
    long operations,
    @Nullable String failure) {}
