/**
 * Ratis's log files, read without Ratis: to tell a torn tail from damage before a node starts, and
 * to read a stopped node's records.
 */
@NullMarked
package io.rvi.raft.storage;

import org.jspecify.annotations.NullMarked;
