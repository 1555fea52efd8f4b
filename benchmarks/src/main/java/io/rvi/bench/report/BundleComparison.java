package io.rvi.bench.report;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.result.Json;
import io.rvi.bench.stats.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Two bundles side by side: figures of the same id, and the conditions that differ. A ratio of
 * latencies has an interval and a verdict where both cells were repeated often enough to carry one.
 *
 * @param differences conditions that the bundles do not share, one line each; not empty means that
 *     a ratio is of more than the figure's name
 * @param rows every figure that one of them has
 */
public record BundleComparison(List<String> differences, List<Row> rows) {
  /** Of the resampling: the same two bundles compare the same each time. */
  private static final long SEED = 1;

  /** Copies the lists. */
  public BundleComparison {
    differences = List.copyOf(differences);
    rows = List.copyOf(rows);
  }

  /**
   * One figure.
   *
   * @param id which
   * @param a of the first bundle, null where it has none of this id
   * @param b of the second
   * @param comparison the second against the first, over their repetitions; null for a figure that
   *     is no latency, and where one of them has too few repetitions that show it
   */
  public record Row(
      FigureId id,
      @Nullable CitedFigure a,
      @Nullable CitedFigure b,
      @Nullable Comparison comparison) {
    /** The second value as a multiple of the first; null without two exact values. */
    public @Nullable Double ratio() {
      CitedFigure first = a;
      CitedFigure second = b;
      if (first == null || second == null || first.atLeast() || second.atLeast()) {
        return null;
      }
      Double under = first.value();
      Double over = second.value();
      return under == null || over == null || under == 0 ? null : over / under;
    }
  }

  /**
   * Compares.
   *
   * @param a the first, complete
   * @param b the second, complete
   * @throws BundleException when a file of one cannot be read
   */
  public static BundleComparison of(Bundle a, Bundle b) throws BundleException {
    Map<FigureId, CitedFigure> first = byId(a);
    Map<FigureId, CitedFigure> second = byId(b);
    List<FigureId> ids = new ArrayList<>(first.keySet());
    second.keySet().stream().filter(id -> !first.containsKey(id)).forEach(ids::add);
    Map<FigureId, double[]> firstForks = ForkLatencies.of(a);
    Map<FigureId, double[]> secondForks = ForkLatencies.of(b);
    List<Row> rows =
        ids.stream()
            .map(
                id ->
                    new Row(
                        id,
                        first.get(id),
                        second.get(id),
                        comparison(firstForks.get(id), secondForks.get(id))))
            .toList();
    return new BundleComparison(differences(conditions(a), conditions(b)), rows);
  }

  private static @Nullable Comparison comparison(
      double @Nullable [] first, double @Nullable [] second) {
    return first == null || second == null
        ? null
        : Comparison.of(second, first, Comparison.DEFAULT_BAND, SEED);
  }

  private static Map<FigureId, CitedFigure> byId(Bundle bundle) throws BundleException {
    Map<FigureId, CitedFigure> figures = new LinkedHashMap<>();
    bundle.figures().forEach(figure -> figures.put(figure.id(), figure));
    return figures;
  }

  private static List<String> differences(Map<String, String> a, Map<String, String> b) {
    TreeSet<String> names = new TreeSet<>(a.keySet());
    names.addAll(b.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      String first = a.getOrDefault(name, "none");
      String second = b.getOrDefault(name, "none");
      if (!first.equals(second)) {
        differences.add(name + ": " + first + " against " + second);
      }
    }
    return differences;
  }

  /** What figures depend on, by name; what changes from run to run by itself is left out. */
  private static Map<String, String> conditions(Bundle bundle) throws BundleException {
    Map<String, String> conditions = new TreeMap<>();
    try {
      Json.parse(bundle.read(Conditions.CONFIG_PATH))
          .properties()
          .forEach(
              entry -> conditions.put(entry.getKey(), entry.getValue().path("value").asString("")));
      JsonNode env = Json.parse(bundle.read(Conditions.ENV_PATH));
      for (String path :
          List.of(
              "machine/processors",
              "machine/processorModel",
              "machine/memoryBytes",
              "system/version",
              "jvm/version",
              "disk/fileSystem",
              "source/commit")) {
        conditions.put(path, env.at("/" + path).asString("unknown"));
      }
    } catch (IllegalArgumentException e) {
      throw new BundleException("bundle " + bundle.directory() + ": " + e.getMessage(), e);
    }
    return conditions;
  }
}
