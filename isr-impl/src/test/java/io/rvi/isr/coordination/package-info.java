/** Tests of the coordination against a real ZooKeeper behind links that can be cut. */
@NullMarked
package io.rvi.isr.coordination;

import org.jspecify.annotations.NullMarked;
