/**
 * The replicated state: the catalog of topics, and for each partition the offset-to-index map and
 * the producer table. Records themselves stay in the Raft log, stored once.
 */
@NullMarked
package io.rvi.raft.machine;

import org.jspecify.annotations.NullMarked;
