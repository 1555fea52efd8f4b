package io.rvi.bench.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the conditions of loads mark them with: one mark of a kind, over all of them. */
final class ConditionMarks {
  private ConditionMarks() {}

  /**
   * The marks of a cell.
   *
   * @param own what the cell's repetitions showed
   */
  static List<String> of(List<CellFinding> own) {
    return of(own.stream().map(CellFinding::load).filter(Objects::nonNull).toList(), "repetitions");
  }

  /**
   * The marks of loads.
   *
   * @param loads what they showed
   * @param what they are, in the plural
   */
  static List<String> of(List<LoadFinding> loads, String what) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    for (LoadFinding load : loads) {
      ofOne(load)
          .forEach((name, why) -> byName.computeIfAbsent(name, n -> new ArrayList<>()).add(why));
    }
    List<String> marks = new ArrayList<>();
    byName.forEach((name, whys) -> marks.add(mark(name, whys, loads.size() + " " + what)));
    return marks;
  }

  private static String mark(String name, List<String> whys, String all) {
    String why = whys.get(0);
    if (why.isEmpty() || all.startsWith("1 ")) {
      return why.isEmpty() ? name : name + ": " + why;
    }
    return name + ": in " + whys.size() + " of " + all + ", such as " + why;
  }

  /** The marks of one repetition: why, by name; several reasons of one name are joined. */
  private static Map<String, String> ofOne(LoadFinding load) {
    Map<String, String> marks = new LinkedHashMap<>();
    LoadConditions conditions = load.conditions();
    if (conditions == null) {
      // A bundle of an earlier version, with another rule for a late sender and no figures for it.
      if (load.senderLate()) {
        marks.put("SENDER LATE", "");
      }
      return marks;
    }
    for (String mark : conditions.marks(load)) {
      String[] nameAndWhy = mark.split(": ", 2);
      marks.merge(nameAndWhy[0], nameAndWhy[1], (one, other) -> one + "; " + other);
    }
    return marks;
  }
}
