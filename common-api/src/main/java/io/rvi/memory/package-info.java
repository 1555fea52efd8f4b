/**
 * The in-memory backend: the oracle of the contract and the noise floor of the harness. All nodes
 * of a cluster, and its clients, live in one JVM and one {@link io.rvi.memory.MemoryBackend}; one
 * lock per cluster makes every operation atomic, so that each outcome is exact and none is ever
 * unknown. It forgets nothing while a node's directory exists, and everything when it is wiped.
 *
 * <p>Two rules of replication are at choice, as the simplest true models of the two that this
 * project compares: a majority of voters, and an in-sync set that shrinks and grows.
 */
@NullMarked
package io.rvi.memory;

import org.jspecify.annotations.NullMarked;
