/**
 * What a harness sees: how a backend starts nodes and connects clients, what it can do and which
 * settings it takes. A backend is found by {@link java.util.ServiceLoader} under {@link
 * io.rvi.spi.LogBackend}; nothing compiles against an implementation.
 */
@NullMarked
package io.rvi.spi;

import org.jspecify.annotations.NullMarked;
