/**
 * Clusters to experiment on: started from a {@link io.rvi.bench.lab.ClusterSpec}, hurt on purpose,
 * and gone at the end whatever happens.
 *
 * <p>{@link io.rvi.bench.lab.Lab} is the door: it finds backends, owns one run directory on disk,
 * and closes every {@link io.rvi.bench.lab.Cluster} it started, also when the process is told to
 * end. What a killed run left behind (processes, mounts, namespaces, directories) the next one
 * clears.
 *
 * <p>Nothing here knows a backend: nodes and clients are reached through {@code io.rvi.spi} alone,
 * and all faults act from outside, on processes, links, disks and services.
 */
@NullMarked
package io.rvi.bench.lab;

import org.jspecify.annotations.NullMarked;
