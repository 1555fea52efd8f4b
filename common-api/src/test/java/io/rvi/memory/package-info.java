/** Tests of the in-memory backend, and broken variants of it that others must notice. */
@NullMarked
package io.rvi.memory;

import org.jspecify.annotations.NullMarked;
