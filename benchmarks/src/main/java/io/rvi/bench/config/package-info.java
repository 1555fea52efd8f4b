/**
 * What a run is asked to do: keys, presets, and the one immutable {@link
 * io.rvi.bench.config.RunConfig} that comes of them.
 *
 * <p>A value's way: default, then preset, then file, then environment ({@code RVI_*}), then command
 * line; the last one wins and its origin is kept. Nothing is ignored: an unknown key, a text of the
 * wrong form or a pair of values that cannot work is refused before anything starts.
 */
@NullMarked
package io.rvi.bench.config;

import org.jspecify.annotations.NullMarked;
