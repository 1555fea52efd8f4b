package io.rvi.bench.config;

import io.rvi.spi.LogBackend;
import io.rvi.spi.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that a fair comparison holds equal, backend by backend.
 *
 * @param rows one for each setting that means the same on every backend, {@code flush} left out as
 *     it is an axis of the cells
 */
public record ParitySheet(List<Row> rows) {
  /** Copies the list. */
  public ParitySheet {
    rows = List.copyOf(rows);
  }

  /**
   * One setting.
   *
   * @param key its key
   * @param values effective text by backend
   */
  public record Row(String key, Map<String, String> values) {
    /** Copies the map. */
    public Row {
      values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Whether all backends have one value. */
    public boolean isEqual() {
      return new HashSet<>(values.values()).size() <= 1;
    }
  }

  /**
   * The sheet of a run.
   *
   * @param config the run
   * @param backends those that it names, at least
   */
  public static ParitySheet of(RunConfig config, Collection<LogBackend> backends) {
    List<Row> rows = new ArrayList<>();
    for (Setting<?> setting : KnownKeys.commonSettings()) {
      Map<String, String> values = new TreeMap<>();
      for (LogBackend backend : backends) {
        if (config.grid().backends().contains(backend.name())) {
          values.put(backend.name(), text(config, backend.name(), setting));
        }
      }
      rows.add(new Row(setting.key(), values));
    }
    return new ParitySheet(rows);
  }

  private static <T> String text(RunConfig config, String backend, Setting<T> setting) {
    return setting.type().writer().apply(config.settingsOf(backend).get(setting));
  }

  /** The keys on which backends differ. */
  public List<String> differences() {
    return rows.stream().filter(row -> !row.isEqual()).map(Row::key).toList();
  }
}
