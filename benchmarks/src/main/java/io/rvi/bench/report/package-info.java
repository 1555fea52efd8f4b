/**
 * What a reader sees of a run: {@link io.rvi.bench.report.Derived} makes tables and figures with
 * ids from plan, findings and raw files, {@link io.rvi.bench.report.ReportFiles} page, Markdown,
 * drawings and a draft of a decision record from these, {@link io.rvi.bench.report.Export} other
 * tools' formats, {@link io.rvi.bench.report.Provenance} traces a figure back, and {@link
 * io.rvi.bench.report.Rederivation} checks that all of it follows. The same data gives the same
 * bytes, in every locale.
 *
 * <p>{@link io.rvi.bench.report.DerivedTables} writes tidy files into the derived section, RFC
 * 4180, a header line, empty fields for what was not measured, times in milliseconds:
 *
 * <ul>
 *   <li>{@code tolerance.csv}: one row a cell; {@code n}, {@code m} (min.insync.replicas), {@code
 *       w_}, {@code l_} and {@code l_full_} theory and measured, {@code w_plus_l}, {@code identity}
 *       (whether that is n - 1), trials, {@code broken_share_max95}; {@code served_at_limit} of
 *       {@code revived_at_limit} trials in which what was left after theory's L losses served
 *   <li>{@code tolerance-trials.csv}: one row a trial of crashes or losses, with variant, seed,
 *       verdict and raw file
 *   <li>{@code outages.csv}: one row a cell and class of events; median with its interval, longest,
 *       multiple of the failure detection, outages above three of it, time back to the band, split
 *   <li>{@code outage-trials.csv}: one row an event, with seed, proof that it landed, reason if it
 *       is void, outage and split
 *   <li>{@code slow.csv}: one row a cell and level of slowness; percentiles before, during and
 *       settled, what was kept, evictions, changes of the leader
 *   <li>{@code slow-trials.csv}: one row a level of a cluster, with seed, proof that it landed and
 *       reason if it is void
 *   <li>{@code rates.csv}: one row a cell and rate that was to be offered or was, as a step in
 *       between; trials, how many held it and how many missed it, whether it is the highest one
 *       sustained or the next, percentiles, outcomes, marks; {@code rates.json} has the same and
 *       the rate that each cell sustained
 *   <li>{@code rate-trials.csv}: one row a rate of a cluster, with verdict and raw file
 *   <li>{@code claims.json}: what the run says of each claim: CONFIRMED, REFUTED, INCONCLUSIVE or
 *       NOT_RUN, what was expected and seen, trials, and the files that hold the data
 * </ul>
 *
 * <p>Text that came from configuration is escaped wherever it is shown.
 */
@NullMarked
package io.rvi.bench.report;

import org.jspecify.annotations.NullMarked;
