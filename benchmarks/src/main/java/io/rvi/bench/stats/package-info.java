/**
 * What can be concluded from repeated runs. The sample is the fork, a run on fresh processes;
 * operations within a fork are not independent and carry no interval of their own.
 */
@NullMarked
package io.rvi.bench.stats;

import org.jspecify.annotations.NullMarked;
