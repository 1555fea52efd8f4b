/**
 * The floor under every latency: the same hops and the same writes to disk, without a protocol and
 * without a library. Plain processes pass a payload over blocking TCP sockets, client to leader to
 * followers and back, and write it to a file on each node under the same flush class. What a
 * replicated log takes beyond that is its own doing.
 */
@NullMarked
package io.rvi.bench.load.floor;

import org.jspecify.annotations.NullMarked;
