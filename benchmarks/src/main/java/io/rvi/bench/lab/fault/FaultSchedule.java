package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.spi.SettingException;
import io.rvi.spi.SettingType;
import io.rvi.spi.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Faults on a load's timeline, one after the other.
 *
 * @param entries in the order of time; each is healed before the next begins
 * @param seed decides whom faults aim at among equals
 */
public record FaultSchedule(List<Entry> entries, long seed) {
  private static final String FAULTS = "faults";
  private static final String FAULT = "fault";
  private static final String AT = "at";
  private static final String FOR = "for";

  /** Random faults last from a tenth to four tenths of what lies between two of them. */
  private static final int TENTHS_MIN = 1;

  private static final int TENTHS_MAX = 4;
  private static final int TENTHS = 10;

  /** Copies the list, orders it and refuses faults that overlap. */
  public FaultSchedule {
    entries = entries.stream().sorted(Comparator.comparing(Entry::at)).toList();
    for (int i = 1; i < entries.size(); i++) {
      Entry before = entries.get(i - 1);
      Entry after = entries.get(i);
      if (after.at().compareTo(before.at().plus(before.lasting())) < 0) {
        throw new SettingException(
            FAULTS, before.toText() + " is not healed when " + after.toText() + " begins; move it");
      }
    }
  }

  /**
   * A fault, when and for how long.
   *
   * @param at from the load's start
   * @param lasting until it is healed
   * @param spec the fault
   * @param key of the entry in configuration, for messages
   */
  public record Entry(Duration at, Duration lasting, FaultSpec spec, String key) {
    /**
     * An entry that is in no configuration.
     *
     * @param at from the load's start
     * @param lasting until it is healed
     * @param spec the fault
     */
    public Entry(Duration at, Duration lasting, FaultSpec spec) {
      this(at, lasting, spec, FAULTS);
    }

    /** Checks the ranges. */
    public Entry {
      if (at.isNegative() || lasting.isNegative()) {
        throw new IllegalArgumentException("a fault has no negative times: " + spec.toText());
      }
    }

    /** One line: {@code 5000ms 3000ms kill aim=leader}. */
    public String toText() {
      return at.toMillis() + "ms " + lasting.toMillis() + "ms " + spec.toText();
    }
  }

  /** All of it as lines; equal schedules have equal text. */
  public String toText() {
    StringBuilder text = new StringBuilder("seed " + seed + "\n");
    entries.forEach(entry -> text.append(entry.toText()).append('\n'));
    return text.toString();
  }

  /**
   * The same faults, aimed by another seed.
   *
   * @param changed decides whom faults aim at among equals
   */
  public FaultSchedule withSeed(long changed) {
    return new FaultSchedule(entries, changed);
  }

  /** When the last fault is healed, from the load's start. */
  public Duration length() {
    return entries.isEmpty()
        ? Duration.ZERO
        : entries.get(entries.size() - 1).at().plus(entries.get(entries.size() - 1).lasting());
  }

  /** Whether it hurts disks, which then have to be volumes of their own. */
  public boolean needsVolumes() {
    return entries.stream()
        .flatMap(entry -> FaultKind.of(entry.spec().kind()).stream())
        .anyMatch(FaultKind::needsVolume);
  }

  /**
   * Why a cluster cannot suffer it; told from the cluster's spec, so before it starts.
   *
   * @param cluster the cluster
   * @return naming the entry and key at fault; empty when it can
   */
  public Optional<SettingException> unavailable(ClusterSpec cluster) {
    return entries.stream()
        .flatMap(entry -> FaultKind.unavailable(entry.key(), entry.spec(), cluster).stream())
        .findFirst();
  }

  /**
   * Reads the {@code faults:} list of a configuration: each entry a map with {@code fault}, its
   * kind; {@code at}, from the load's start; {@code for}, until it is healed; and the kind's own
   * parameters.
   *
   * @param list the parsed list; null is an empty one
   * @param seed decides whom faults aim at among equals
   * @throws SettingException naming the entry and key at fault, with the nearest good name
   */
  public static FaultSchedule parse(@org.jspecify.annotations.Nullable Object list, long seed) {
    if (list == null) {
      return new FaultSchedule(List.of(), seed);
    }
    if (!(list instanceof List<?> items)) {
      throw new SettingException(
          FAULTS, "expected a list, as in: faults: [{fault: kill, at: 5s, for: 3s}]");
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      entries.add(entry(FAULTS + "[" + i + "]", items.get(i)));
    }
    return new FaultSchedule(entries, seed);
  }

  private static Entry entry(String key, @org.jspecify.annotations.Nullable Object item) {
    if (!(item instanceof Map<?, ?> map)) {
      throw new SettingException(
          key, "expected a map, as in {fault: kill, at: 5s, for: 3s, aim: leader}");
    }
    Map<String, String> texts = new TreeMap<>();
    map.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
    String name = required(key, FAULT, texts);
    FaultKind kind =
        FaultKind.of(name)
            .orElseThrow(
                () ->
                    new SettingException(
                        key + "." + FAULT,
                        "no fault \""
                            + name
                            + "\""
                            + Settings.suggestion(name, FaultKind.texts())));
    Duration at = duration(key, AT, texts);
    Duration lasting = duration(key, FOR, texts);
    for (String given : texts.keySet()) {
      if (!kind.parameterNames().contains(given)) {
        List<String> known = new ArrayList<>(List.of(FAULT, AT, FOR));
        known.addAll(kind.parameterNames());
        throw new SettingException(
            key + "." + given,
            "fault " + name + " has no such key" + Settings.suggestion(given, known));
      }
    }
    FaultSpec spec = new FaultSpec(name, texts);
    try {
      kind.make(spec.parameters());
    } catch (IllegalArgumentException e) {
      throw new SettingException(key, String.valueOf(e.getMessage()));
    }
    return new Entry(at, lasting, spec, key);
  }

  private static String required(String key, String name, Map<String, String> texts) {
    String text = texts.remove(name);
    if (text == null) {
      throw new SettingException(key, "the key \"" + name + "\" is missing");
    }
    return text;
  }

  private static Duration duration(String key, String name, Map<String, String> texts) {
    String text = required(key, name, texts);
    try {
      return SettingType.DURATION.parse(text);
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          key + "." + name, "\"" + text + "\" is not a duration with its unit, such as 5s");
    }
  }

  /**
   * Draws a schedule: faults of a menu at random times, one in each equal part of the length, all
   * healed before its last part.
   *
   * @param seed decides it all; the same seed, menu and length draw the same schedule
   * @param menu what to draw from; not empty
   * @param faults how many
   * @param length from the load's start to its end
   */
  public static FaultSchedule random(long seed, List<FaultSpec> menu, int faults, Duration length) {
    SplittableRandom random = new SplittableRandom(seed);
    long partMs = length.toMillis() / (faults + 1);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      long lastingMs = partMs * random.nextInt(TENTHS_MIN, TENTHS_MAX + 1) / TENTHS;
      long atMs = i * partMs + random.nextLong(Math.max(1, partMs - lastingMs));
      FaultSpec spec = menu.get(random.nextInt(menu.size()));
      entries.add(new Entry(Duration.ofMillis(atMs), Duration.ofMillis(lastingMs), spec));
    }
    return new FaultSchedule(entries, random.nextLong());
  }
}
