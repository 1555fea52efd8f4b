/** Claims about the state machines, by table and against dumb oracles. */
@NullMarked
package io.rvi.isr.protocol;

import org.jspecify.annotations.NullMarked;
