/**
 * What theory says an experiment should show, as functions of measured inputs. Pure arithmetic: no
 * clock, no randomness, no cluster. Symbols: n replicas, N = n - 1 followers, q = floor(n/2) + 1, k
 * = q - 1 follower acknowledgements for a majority, m = {@code min.insync.replicas}.
 */
@NullMarked
package io.rvi.bench.model;

import org.jspecify.annotations.NullMarked;
