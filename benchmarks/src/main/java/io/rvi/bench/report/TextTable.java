package io.rvi.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Lines up cells in columns, set flush left or right, two spaces apart. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<Boolean> flushRight;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param flushRight for each column, whether its cells stand at the right
   */
  public TextTable(List<Boolean> flushRight) {
    this.flushRight = List.copyOf(flushRight);
  }

  /**
   * Adds a row.
   *
   * @param cells as many as there are columns; control characters become spaces
   * @throws IllegalArgumentException for another number of cells
   */
  public void add(List<String> cells) {
    if (cells.size() != flushRight.size()) {
      throw new IllegalArgumentException(cells + " for " + flushRight.size() + " columns");
    }
    rows.add(cells.stream().map(PlainText::escape).toList());
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  /** Characters of the longest line. */
  int width() {
    int width = GAP.length() * (flushRight.size() - 1);
    for (int column = 0; column < flushRight.size(); column++) {
      width += width(column);
    }
    return width;
  }

  /** The lines, without spaces at their ends. */
  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String pad = " ".repeat(width(column) - cells.get(column).length());
      line.append(column == 0 ? "" : GAP)
          .append(flushRight.get(column) ? pad + cells.get(column) : cells.get(column) + pad);
    }
    return line.toString().stripTrailing();
  }
}
