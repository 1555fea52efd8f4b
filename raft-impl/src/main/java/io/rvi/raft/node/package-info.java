/** One server: its directory, its Ratis server and the groups that it carries. */
@NullMarked
package io.rvi.raft.node;

import org.jspecify.annotations.NullMarked;
