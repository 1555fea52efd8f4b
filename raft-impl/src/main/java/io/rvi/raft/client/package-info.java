/** The client: finds leaders, batches appends, retries until the deadline, and reads. */
@NullMarked
package io.rvi.raft.client;

import org.jspecify.annotations.NullMarked;
