/**
 * What a reader sees of a run: the decision table on a terminal and in Markdown, and the citable
 * figures. All of it is made from the bundle's derived data; the same data gives the same bytes.
 *
 * <p>Text that came from configuration is escaped wherever it is shown.
 */
@NullMarked
package io.rvi.bench.report;

import org.jspecify.annotations.NullMarked;
