/**
 * The ISR backend: primary-backup replication to an in-sync set, with leaders elected through
 * ZooKeeper. {@link io.rvi.isr.IsrBackend} is found by {@link java.util.ServiceLoader}; {@link
 * io.rvi.isr.IsrSettings} are its keys.
 */
@NullMarked
package io.rvi.isr;

import org.jspecify.annotations.NullMarked;
