/** Connections to nodes, for clients and for nodes that ask each other. */
@NullMarked
package io.rvi.raft.link;

import org.jspecify.annotations.NullMarked;
