/**
 * What a caller sees: the replicated log, its records, its outcomes and its errors.
 *
 * <p>The vocabulary is the field's. A <em>topic</em> has <em>partitions</em>; each partition is a
 * log of <em>records</em> replicated on several <em>nodes</em>; one replica is its <em>leader</em>
 * in an <em>epoch</em> (Raft: term). A record's <em>offset</em> only grows and is dense: 0, 1, 2,
 * ... on every backend; a backend's internal entries never show. Records below the <em>high
 * watermark</em> (Raft: commit index) are committed, and only those are ever read.
 *
 * <p><b>Outcomes.</b> An append ends, within its deadline, in exactly one of three ways: its future
 * completes with {@link io.rvi.api.Appended} (committed), or exceptionally with {@link
 * io.rvi.api.NotCommittedException} (the record will never appear), or with {@link
 * io.rvi.api.UnknownOutcomeException} (the record may appear, at most once). Everything else that
 * fails does so with {@link io.rvi.api.RequestFailedException}.
 *
 * <p><b>Threads.</b> Every type here is safe for use by several threads unless it says otherwise.
 * Futures complete on a thread of the backend's: a dependent action must not block it.
 */
@NullMarked
package io.rvi.api;

import org.jspecify.annotations.NullMarked;
