/** Real parts for tests of the ISR backend: a ZooKeeper in this JVM, and a link that can be cut. */
@NullMarked
package io.rvi.isr.testkit;

import org.jspecify.annotations.NullMarked;
