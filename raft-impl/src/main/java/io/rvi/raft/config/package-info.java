/** How settings become a Ratis configuration. */
@NullMarked
package io.rvi.raft.config;

import org.jspecify.annotations.NullMarked;
