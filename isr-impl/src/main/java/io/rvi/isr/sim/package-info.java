/**
 * A deterministic simulator of the replication protocol: the production state machines of {@link
 * io.rvi.isr.protocol} on simulated nodes, disks, clocks, network and ZooKeeper, driven by one
 * queue of events from one seed. The invariants of the protocol are checked after each event; a
 * walk is first unsafe (faults), then must come to rest (no faults, everything converges).
 *
 * <p>The facade is {@link io.rvi.isr.sim.Simulation}.
 */
@NullMarked
package io.rvi.isr.sim;

import org.jspecify.annotations.NullMarked;
