/**
 * The client of an ISR cluster: finds leaders, batches appends, retries them without storing one
 * twice, reads, and ends every operation within its deadline.
 */
@NullMarked
package io.rvi.isr.client;

import org.jspecify.annotations.NullMarked;
