/**
 * Faults under load with a verdict: one cluster, producers and a reader whose every operation is
 * recorded, a schedule of faults, and the checker's word on what the log then holds.
 */
@NullMarked
package io.rvi.bench.campaign;

import org.jspecify.annotations.NullMarked;
