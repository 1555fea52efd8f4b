/**
 * The shell of a node: it feeds events into the protocol's state machines and carries their effects
 * out. No protocol decision is taken here.
 *
 * <p><b>One loop.</b> A node has one event loop, which owns its sockets, its replicas and its
 * controller. What arrives is queued at its replica and handled in a <em>turn</em> later in the
 * same pass of the loop, so that requests that arrive together are written, sent and acknowledged
 * together, and none waits for another thread. A turn reads the clock once, hands all events in,
 * and then does the effects: storage first, then other nodes, then clients.
 *
 * <pre>
 *   socket -> RequestDesk -> HostedReplica: events -> ReplicaCore -> effects -> log
 *                        \-> ControllerOffice           |-> Peers (fetches), Coordination (in-sync set)
 *                                                       \-> socket (answers)
 * </pre>
 *
 * <p>Only fsyncs, ZooKeeper's client and the caller of {@code close} have threads of their own,
 * which hand over to the loop; and the watch over the disk, which must not, as the loop may be
 * blocked in the disk: it ends the node's part in the cluster itself.
 */
@NullMarked
package io.rvi.isr.node;

import org.jspecify.annotations.NullMarked;
