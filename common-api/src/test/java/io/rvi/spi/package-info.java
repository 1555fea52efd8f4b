/** Tests of settings and of what the SPI itself computes. */
@NullMarked
package io.rvi.spi;

import org.jspecify.annotations.NullMarked;
