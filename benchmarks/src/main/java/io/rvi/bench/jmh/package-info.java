/**
 * The JMH benchmarks: one question a class. JMH runs forks and parameters; each fork has a fresh
 * cluster, and is the sample of what is concluded.
 *
 * <p>JMH's own score is a closed loop, which is right for saturation and for the cost of a single
 * operation, and wrong for latency under load. Percentiles, outages and losses therefore come from
 * this project's own recorder and appear as secondary results ({@link
 * io.rvi.bench.jmh.TrialFigures}). A trial that failed or missed its rate throws: it is never a
 * fast one.
 */
@NullMarked
package io.rvi.bench.jmh;

import org.jspecify.annotations.NullMarked;
