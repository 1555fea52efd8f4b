/**
 * What this backend costs beside Ratis used bare, and what each setting is worth: programs to be
 * run by hand, not tests. {@code raft-impl/README.md} has the commands and the figures.
 */
@NullMarked
package io.rvi.raft.bench;

import org.jspecify.annotations.NullMarked;
