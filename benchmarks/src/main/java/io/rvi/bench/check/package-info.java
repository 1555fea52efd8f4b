/**
 * The history of every operation on one log, and the verdict on it.
 *
 * <p>A {@link io.rvi.bench.check.RecordedProducer} appends self-describing {@linkplain
 * io.rvi.bench.check.Payload payloads}, a {@link io.rvi.bench.check.RecordedReader} reads, a {@link
 * io.rvi.bench.check.LogScan} reads a whole log, live or from a stopped node's directory; each puts
 * what it saw into a {@link io.rvi.bench.check.HistoryWriter}. Afterwards the {@link
 * io.rvi.bench.check.Checker} reads the file with a {@link io.rvi.bench.check.HistoryReader} and
 * says whether the log kept its promises. It knows nothing of how a backend works.
 *
 * <p>All times are {@link java.lang.System#nanoTime} of one JVM: producers and readers of one
 * history share a process, so that "before" means something.
 */
@NullMarked
package io.rvi.bench.check;

import org.jspecify.annotations.NullMarked;
