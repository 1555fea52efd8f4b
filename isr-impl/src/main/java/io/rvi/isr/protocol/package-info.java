/**
 * The protocol of in-sync-replica replication, as pure state machines: {@code (state, event, nowMs)
 * -> effects}. No IO, no clock, no thread, no randomness; the same code runs in production and in
 * the simulator. Rules (R1 to R19) and invariants (G1 to G19) are numbered in the module's README.
 *
 * <h2>How to drive a replica</h2>
 *
 * <p>One thread owns a {@link io.rvi.isr.protocol.ReplicaCore} with its {@link
 * io.rvi.isr.protocol.Effects} and works in turns. A turn is:
 *
 * <ol>
 *   <li>clear the effects and read a monotonic clock once;
 *   <li>{@code handle} one event, or as many as are at hand (up to a bound): appends that arrive
 *       together are written, and sent to waiting followers, together;
 *   <li>{@code settle}, once;
 *   <li>do the effects: all of {@code persist}, then all of {@code send}, then all of {@code
 *       acknowledge}, each in order.
 * </ol>
 *
 * <p>The first turn of a replica has {@code start} instead of events. Between turns the core is
 * untouched. What the shell owes:
 *
 * <ul>
 *   <li>{@code Append} and {@code TruncateTo} are done synchronously in their place: when {@code
 *       send} begins, a read of the log sees them, and a killed process does not lose them (they
 *       are in the page cache, not in a buffer of the process). {@code TruncateTo} is a barrier and
 *       durable when it returns. The core counts both as done when it has asked for them.
 *   <li>{@code Flush}, {@code PersistEpochStart} and {@code PersistAcceptedEpoch} may run beside;
 *       their events come back with the values of the effect. {@code Flushed} names the log end
 *       that was captured <em>before</em> the fsync.
 *   <li>A failed write or fsync is never repeated: the rest of the turn is dropped as {@link
 *       io.rvi.isr.protocol.Effects} says, and {@code IoFailed} is the next event (R16).
 *   <li>A message is handed in as it arrived, however late or often; the core fences what is not
 *       for it. A message that cannot be decoded is not handed in.
 *   <li>Each {@code ProposeIsr} is answered in the end, with {@code Unknown} when nothing is known.
 *       A {@code Rejected} carries what a read after the refusal returned.
 *   <li>{@code Tick} comes at least every {@code tickMs}. A late one is noticed and taken for a
 *       pause of this process.
 *   <li>After {@code Metadata} is handled, and its effects are done, the shell acknowledges its
 *       version to the controller, whether it was news or not; a node that does not host the
 *       partition, though it is among its replicas, first makes an empty log and a core for it.
 *   <li>What the node reads of a partition's state by itself is handed in as {@code StateSeen};
 *       {@code ConfirmState} is answered after ZooKeeper has put the check in order with the writes
 *       that came before. After a turn with {@code Removed}, before the next event, the replica is
 *       gone from the node. Metadata that come later make a new one, and so do those of the same
 *       turn that are handed in when {@code isRemoved} says so: they are not acknowledged, and are
 *       sent again.
 *   <li>After {@code Halted} the node ends its registration. Later events are answered as failures.
 * </ul>
 *
 * <h2>How to drive a controller</h2>
 *
 * <p>Every node has a {@link io.rvi.isr.protocol.ControllerCore}, owned by one thread. {@code Won}
 * starts a term of office: the core asks for {@code ReadAll}, and acts once that is answered. All
 * effects are done in order; reads and writes are answered by events in any order. {@code Lost} is
 * handed in as soon as the session with ZooKeeper is suspended or lost, and ends the term: answers
 * to what was asked before are ignored. Each term has its own epoch.
 */
@NullMarked
package io.rvi.isr.protocol;

import org.jspecify.annotations.NullMarked;
