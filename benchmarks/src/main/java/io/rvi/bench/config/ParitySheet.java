package io.rvi.bench.config;

import io.rvi.bench.lab.JvmSpec;
import io.rvi.bench.lab.Topology;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.ParityItem;
import io.rvi.spi.SettingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a fair comparison holds equal, as each backend states it of its effective settings, and the
 * gate: backends that differ in an item that is not in their nature do not run as a pair, unless
 * the difference is allowed by name, and then every place that shows the pair says so.
 *
 * @param rows one for each item that a backend of the run states
 */
public record ParitySheet(List<Row> rows) {
  private static final String NOT_STATED = "not stated";

  /** Copies the list. */
  public ParitySheet {
    rows = List.copyOf(rows);
  }

  /**
   * One item.
   *
   * @param key its name
   * @param values effective text by backend
   * @param isInherent whether backends may differ in it by their nature
   */
  public record Row(String key, Map<String, String> values, boolean isInherent) {
    /** Copies the map. */
    public Row {
      values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Whether all backends have one value. */
    public boolean isEqual() {
      return new HashSet<>(values.values()).size() <= 1;
    }

    /** Such as {@code linger (isr 0ms, raft 5ms)}. */
    String inWords() {
      return values.entrySet().stream()
          .map(value -> value.getKey() + " " + value.getValue())
          .collect(Collectors.joining(", ", key + " (", ")"));
    }
  }

  /**
   * The sheet of a run.
   *
   * @param config the run
   * @param backends those that it names, at least
   * @throws ConfigException when settings of a backend contradict each other
   */
  public static ParitySheet of(RunConfig config, Collection<LogBackend> backends) {
    Map<String, Map<ParityItem, String>> stated = new TreeMap<>();
    for (LogBackend backend : backends) {
      if (config.grid().backends().contains(backend.name())) {
        stated.put(backend.name(), stated(config, backend));
      }
    }
    List<Row> rows = new ArrayList<>();
    for (ParityItem item : ParityItem.values()) {
      if (stated.values().stream().anyMatch(items -> items.containsKey(item))) {
        Map<String, String> values = new HashMap<>();
        stated.forEach((name, items) -> values.put(name, items.getOrDefault(item, NOT_STATED)));
        rows.add(new Row(item.key(), values, item.isInherent()));
      }
    }
    boolean hasOwnJvm = config.topology() == Topology.PROCESSES;
    rows.add(
        same("heap", stated.keySet(), hasOwnJvm ? config.nodeHeapBytes() + "B a node" : "shared"));
    rows.add(
        same(
            "collector",
            stated.keySet(),
            hasOwnJvm ? String.join(" ", JvmSpec.DEFAULT.flags()) : "shared"));
    rows.add(
        same(
            "compiler",
            stated.keySet(),
            hasOwnJvm
                ? "C1 and C2; C1 only in outages, durability and crashes without load"
                : "shared"));
    return new ParitySheet(rows);
  }

  /** What one backend states; where the flush classes of the cells differ in an item, all of it. */
  private static Map<ParityItem, String> stated(RunConfig config, LogBackend backend) {
    Map<ParityItem, Set<String>> texts = new TreeMap<>();
    config
        .grid()
        .flushes()
        .forEach(
            flush -> {
              try {
                backend
                    .effective(config.settingsOf(backend.name()).with(CommonSettings.FLUSH, flush))
                    .forEach(
                        (item, text) ->
                            texts.computeIfAbsent(item, any -> new LinkedHashSet<>()).add(text));
              } catch (SettingException e) {
                throw new ConfigException(backend.name() + "." + e.key() + ": " + e.complaint());
              }
            });
    Map<ParityItem, String> joined = new TreeMap<>();
    texts.forEach((item, all) -> joined.put(item, String.join(" or ", all)));
    return joined;
  }

  /** What the harness decides for all backends at once. */
  private static Row same(String key, Set<String> backends, String value) {
    return new Row(
        key, backends.stream().collect(Collectors.toMap(name -> name, name -> value)), false);
  }

  /** The differences that no backend's nature explains, each with its values in words. */
  public List<String> differences() {
    return rows.stream()
        .filter(row -> !row.isEqual() && !row.isInherent())
        .map(Row::inWords)
        .toList();
  }

  /**
   * The gate.
   *
   * @param allowed items that may differ
   * @throws ConfigException naming each item that differs and is not allowed, its values, and what
   *     to do
   */
  void refuseUnless(Collection<String> allowed) {
    List<Row> refused =
        rows.stream()
            .filter(row -> !row.isEqual() && !row.isInherent() && !allowed.contains(row.key()))
            .toList();
    if (!refused.isEmpty()) {
      Set<String> names = new LinkedHashSet<>(allowed);
      refused.forEach(row -> names.add(row.key()));
      throw new ConfigException(
          "parity: backends differ in "
              + refused.stream().map(Row::inWords).collect(Collectors.joining("; "))
              + "; make them equal, or allow it with "
              + RunKeys.ALLOW.key()
              + "="
              + String.join(",", names)
              + ", which marks the pair as DEGRADED");
    }
  }
}
