/** Tests of the commands. */
@NullMarked
package io.rvi.isr.command;

import org.jspecify.annotations.NullMarked;
