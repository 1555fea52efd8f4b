package io.rvi.bench.campaign;

/**
 * A trial with its place in a run.
 *
 * @param cell the name of the cell that it belongs to
 * @param fork repetition, from 0
 * @param plan what to do
 */
public record FaultStep(String cell, int fork, FaultTrialPlan plan) {}
