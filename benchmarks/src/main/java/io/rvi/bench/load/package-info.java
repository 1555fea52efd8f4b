/**
 * Generates load and records what became of every operation.
 *
 * <p>{@link io.rvi.bench.load.OpenLoop} is the source of every latency figure: operations start
 * when a schedule says, whatever the system under test does, and are timed from that intended
 * start. {@link io.rvi.bench.load.ClosedLoop} serves single-operation cost and saturation only.
 *
 * <p>The open loop keeps one line for each operation ({@link io.rvi.bench.load.OperationLog}), and
 * everything else is computed from it: percentiles, interval logs, outages. So no figure can cover
 * other operations than its neighbour does.
 */
@NullMarked
package io.rvi.bench.load;

import org.jspecify.annotations.NullMarked;
