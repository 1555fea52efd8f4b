/**
 * The experiments: which cells run in which order, what they are predicted to show, how a cell is
 * measured on a cluster, and the table of what was found.
 */
@NullMarked
package io.rvi.bench.experiment;

import org.jspecify.annotations.NullMarked;
