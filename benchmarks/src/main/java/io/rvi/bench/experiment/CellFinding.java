package io.rvi.bench.experiment;

import org.jspecify.annotations.Nullable;

/**
 * What one repetition of a cell showed.
 *
 * @param cell the cell's name
 * @param fork repetition, from 0
 * @param load under load; null when that part failed
 * @param crash with crashes; null when the cell has none or that part failed
 * @param loss with permanent losses; null when the cell has none or that part failed
 * @param failure why a part is missing, one line naming what is at fault; null when all is there
 */
public record CellFinding(
    String cell,
    int fork,
    @Nullable LoadFinding load,
    @Nullable CrashFinding crash,
    @Nullable LossFinding loss,
    @Nullable String failure) {}
