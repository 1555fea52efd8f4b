package io.rvi.bench.lab.fault;

/**
 * Whether a fault landed, and how that is known.
 *
 * @param landed whether
 * @param evidence what was seen
 */
public record Proof(boolean landed, String evidence) {}
