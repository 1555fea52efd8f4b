package io.rvi.isr.node;

import io.netty.channel.EventLoop;
import io.rvi.isr.coordination.Coordination;
import java.util.function.Consumer;

/**
 * What a replica acts upon beside its own log.
 *
 * @param loop the node's event loop
 * @param clock its times
 * @param peers the other nodes
 * @param coordination the cluster's register
 * @param view who leads, for hints
 * @param settings the node's settings
 * @param failed told when a replica has halted, with the reason
 */
record ReplicaSurroundings(
    EventLoop loop,
    Clock clock,
    Peers peers,
    Coordination coordination,
    ClusterView view,
    NodeSettings settings,
    Consumer<String> failed) {}
