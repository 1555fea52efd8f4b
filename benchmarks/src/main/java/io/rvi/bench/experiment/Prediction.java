package io.rvi.bench.experiment;

/**
 * What theory expects of a cell, written down before the run.
 *
 * @param cell the cell's name
 * @param metric such as {@code W}, {@code lost}, {@code outage}
 * @param value the expectation
 * @param unit of the value
 * @param basis the formula and its inputs
 */
public record Prediction(String cell, String metric, double value, String unit, String basis) {}
