/** Ratis's gRPC transport, with its faults worked around. */
@NullMarked
package io.rvi.raft.transport;

import org.jspecify.annotations.NullMarked;
