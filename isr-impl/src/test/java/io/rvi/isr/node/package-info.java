/** Tests of whole nodes: real sockets, real files, a real ZooKeeper, all in this JVM. */
@NullMarked
package io.rvi.isr.node;

import org.jspecify.annotations.NullMarked;
