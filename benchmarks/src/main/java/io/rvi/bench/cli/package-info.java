/**
 * The command line: reads arguments, hands them to the other packages, prints what comes back. Data
 * goes to standard output, talk to standard error; every failure is one line and an exit code of
 * {@link io.rvi.bench.cli.ExitCode}.
 */
@NullMarked
package io.rvi.bench.cli;

import org.jspecify.annotations.NullMarked;
