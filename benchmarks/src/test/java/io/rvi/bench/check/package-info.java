/** Tests of the history and its checker. */
@NullMarked
package io.rvi.bench.check;

import org.jspecify.annotations.NullMarked;
