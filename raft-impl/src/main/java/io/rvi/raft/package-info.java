/**
 * The majority-quorum backend, on Apache Ratis.
 *
 * <p>One Ratis server per node carries one Raft group for each partition, and one more on all
 * nodes, the <em>catalog</em>, which says which topics exist and where their partitions lie. The
 * Raft log of a group is its record log: a record is stored once. The state machine of a group
 * keeps what the log alone does not answer cheaply: at which index an offset lies, and what each
 * producer has appended already.
 *
 * <p>Packages: {@code wire} (messages), {@code machine} (replicated state), {@code config}
 * (settings to Ratis keys), {@code node} (the server), {@code client}.
 */
@NullMarked
package io.rvi.raft;

import org.jspecify.annotations.NullMarked;
