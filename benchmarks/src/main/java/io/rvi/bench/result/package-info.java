/**
 * The result bundle: a directory that holds all of one run, and the ids under which its figures are
 * cited. {@link io.rvi.bench.result.BundleWriter} makes one so that a run killed at any moment
 * leaves a readable, marked bundle; {@link io.rvi.bench.result.Bundle} opens and verifies one.
 *
 * <p>The bundle digest covers configuration, plan, environment and raw files; derived data and
 * report are recomputed from these and are covered by the manifest alone.
 */
@NullMarked
package io.rvi.bench.result;

import org.jspecify.annotations.NullMarked;
