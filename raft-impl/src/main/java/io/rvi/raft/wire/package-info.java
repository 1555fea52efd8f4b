/**
 * What a client and a replica tell each other inside Ratis requests and replies, and its bytes.
 * Values only: no IO, no threads.
 */
@NullMarked
package io.rvi.raft.wire;

import org.jspecify.annotations.NullMarked;
