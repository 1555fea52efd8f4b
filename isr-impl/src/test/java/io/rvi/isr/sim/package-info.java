/** Claims about the simulator and what it shows of the protocol. */
@NullMarked
package io.rvi.isr.sim;

import org.jspecify.annotations.NullMarked;
