package io.rvi.bench.config;

import io.rvi.bench.model.Delay;
import io.rvi.bench.model.Scenario;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import io.rvi.spi.SettingType;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The conditions of a prediction, as a YAML file has them.
 *
 * @param replicas the replica counts to predict for
 * @param scenario everything else
 * @param effective every key with its text, defaults included
 * @param assumed the keys that nobody set
 */
public record ScenarioFile(
    List<Integer> replicas,
    Scenario scenario,
    Map<String, String> effective,
    List<String> assumed) {
  private static final String MAJORITY = ExperimentChoice.MAJORITY;

  /** {@code linkRtt.p99.9} and the like. */
  private static final Pattern QUANTILE = Pattern.compile("(linkRtt|fsync)\\.p(\\d+(?:\\.\\d+)?)");

  private static final SettingType<Double> NUMBER =
      new SettingType<>("a number, such as 0.6", Double::valueOf, String::valueOf);

  private static final Setting<List<Integer>> REPLICAS =
      new Setting<>(
          "replicas",
          RunKeys.listOf(SettingType.INT),
          "1, 2, 3, 5",
          "Replica counts, 1 to 9.",
          counts ->
              counts.stream().allMatch(count -> count >= 1 && count <= 9) ? "" : "must be 1 to 9");
  private static final Setting<String> MIN_IN_SYNC =
      new Setting<>(
          "minInSync",
          SettingType.TEXT,
          "1",
          "min.insync.replicas of ISR: a number, or majority.",
          text ->
              text.equals(MAJORITY) || text.matches("[1-9]") ? "" : "must be 1 to 9, or majority");
  private static final Setting<Double> RATE =
      number("ratePerSecond", "1000", "Appends a second.", 1e-6, 1e9);
  private static final Setting<Integer> RECORD_BYTES =
      new Setting<>(
          "recordBytes",
          SettingType.BYTES,
          "1KiB",
          "Payload of a record.",
          value -> value < 1 ? "must be at least 1B" : "");
  private static final Setting<Scenario.Persistence> FLUSH =
      Setting.of(
          "flush",
          SettingType.oneOf(Scenario.Persistence.class),
          "none",
          "When a copy counts: none, group or each.");
  private static final Setting<Duration> CLIENT_RTT =
      duration("clientRtt", "200us", "Round trip between client and leader.");
  private static final Setting<Duration> SERVICE =
      duration("leaderService", "50us", "The leader's own time for a record.");
  private static final Setting<Integer> LINK_RATE =
      new Setting<>(
          "linkBytesPerSecond",
          SettingType.BYTES,
          "1GiB",
          "Bytes a second of the leader's outgoing link.",
          value -> value < 1 ? "must be at least 1B" : "");
  private static final Setting<Boolean> PIPELINED =
      Setting.of(
          "isrFetchPipelined",
          SettingType.BOOLEAN,
          "false",
          "Whether a follower of ISR has several fetches under way.");
  private static final Setting<Duration> MTTF =
      duration("mttf", "1000h", "Mean time to failure of a node.");
  private static final Setting<Duration> MTTR =
      duration("mttr", "1h", "Mean time to its repair, catching up included.");
  private static final Setting<Double> COMMON =
      number("commonShare", "0.01", "Share of failures that hit all nodes at once.", 0, 1);
  private static final Setting<Duration> COMMON_MTTR =
      duration("commonMttr", "1h", "Mean time to repair such a failure.");
  private static final Setting<Duration> CRASHES =
      duration("crashInterval", "720h", "Mean time between crashes of one node.");
  private static final Setting<Duration> DETECTION =
      duration("failureDetection", "600ms", "Mean time from a crash to its detection.");
  private static final Setting<Duration> ELECTION =
      duration("election", "100ms", "From detection to the first acknowledgement.");
  private static final Setting<Integer> ZOOKEEPERS =
      new Setting<>(
          "zookeeperServers",
          SettingType.INT,
          "3",
          "Servers of ISR's ZooKeeper.",
          value -> value < 1 || value > 9 ? "must be 1 to 9" : "");
  private static final Setting<Duration> DISK_MTTF =
      duration("diskMttf", "438000h", "Mean time to the permanent loss of a copy.");
  private static final Setting<Duration> DISK_REPAIR =
      duration("diskRepair", "6h", "Mean time to its replacement by a full copy.");
  private static final Setting<Duration> PAGE_CACHE =
      duration("pageCacheAge", "30s", "How long unflushed bytes stay in memory, flush none.");

  private static final List<Setting<?>> KEYS = keys();

  /** Copies the collections. */
  public ScenarioFile {
    replicas = List.copyOf(replicas);
    effective = Map.copyOf(effective);
    assumed = List.copyOf(assumed);
  }

  /**
   * Reads and checks a file.
   *
   * @param file YAML; nested mappings join their keys with dots
   * @throws ConfigException naming the file, the key and what to do
   */
  public static ScenarioFile read(Path file) {
    Map<String, String> texts = new TreeMap<>(new YamlLayer(file).texts());
    try {
      return of(texts);
    } catch (SettingException e) {
      throw new ConfigException("file " + file + ": " + e.key() + ": " + e.complaint());
    }
  }

  private static ScenarioFile of(Map<String, String> texts) {
    Map<String, String> plain = new TreeMap<>(texts);
    plain.keySet().removeIf(key -> QUANTILE.matcher(key).matches());
    Settings given = Settings.resolve(KEYS, plain);
    List<Integer> replicas = given.get(REPLICAS).stream().sorted().distinct().toList();
    Optional<Integer> min =
        Optional.of(given.get(MIN_IN_SYNC)).filter(m -> !m.equals(MAJORITY)).map(Integer::valueOf);
    if (min.isPresent() && min.get() > replicas.get(0)) {
      throw new SettingException(
          MIN_IN_SYNC.key(),
          min.get() + " exceeds replicas " + replicas.get(0) + "; lower it or drop that count");
    }
    Scenario scenario =
        new Scenario(
            min,
            new Scenario.Load(given.get(RATE), given.get(RECORD_BYTES), given.get(FLUSH)),
            new Scenario.Delays(
                seconds(given, CLIENT_RTT),
                seconds(given, SERVICE),
                delay("linkRtt", given, texts),
                given.get(LINK_RATE),
                delay("fsync", given, texts),
                given.get(PIPELINED)),
            failures(given));
    Map<String, String> effective = new TreeMap<>(texts);
    List<String> assumed = new ArrayList<>();
    for (Setting<?> key : KEYS) {
      boolean isReplaced =
          texts.keySet().stream().anyMatch(text -> replaces(text, key.key())) || given.isSet(key);
      if (!isReplaced) {
        assumed.add(key.key() + " " + key.defaultText());
        effective.put(key.key(), key.defaultText());
      }
    }
    return new ScenarioFile(replicas, scenario, effective, assumed);
  }

  /** Whether a quantile takes the place of a median or its spread. */
  private static boolean replaces(String text, String key) {
    Matcher quantile = QUANTILE.matcher(text);
    return quantile.matches() && key.startsWith(quantile.group(1) + ".");
  }

  private static Scenario.Failures failures(Settings given) {
    return new Scenario.Failures(
        seconds(given, MTTF),
        seconds(given, MTTR),
        given.get(COMMON),
        seconds(given, COMMON_MTTR),
        seconds(given, CRASHES),
        seconds(given, DETECTION),
        seconds(given, ELECTION),
        given.get(ZOOKEEPERS),
        seconds(given, DISK_MTTF),
        seconds(given, DISK_REPAIR),
        seconds(given, PAGE_CACHE));
  }

  /** Quantiles where there are any, else lognormal around a median, else a constant. */
  private static Delay delay(String name, Settings given, Map<String, String> texts) {
    TreeMap<Double, Double> quantiles = new TreeMap<>();
    texts.forEach(
        (key, text) -> {
          Matcher matcher = QUANTILE.matcher(key);
          if (matcher.matches() && matcher.group(1).equals(name)) {
            quantiles.put(
                share(key, matcher.group(2)), seconds(duration(key, "1ms", "").parse(text)));
          }
        });
    if (!quantiles.isEmpty()) {
      return ofQuantiles(name, given, quantiles);
    }
    double median = seconds(given, median(name));
    double sigma = given.get(sigma(name));
    return sigma == 0 ? u -> median : Delay.logNormal(median, sigma);
  }

  private static double share(String key, String percent) {
    double share = Double.parseDouble(percent) / 100;
    if (share > 1) {
      throw new SettingException(key, "a quantile is p0 to p100");
    }
    return share;
  }

  private static Delay ofQuantiles(String name, Settings given, TreeMap<Double, Double> quantiles) {
    if (given.isSet(median(name)) || given.isSet(sigma(name))) {
      throw new SettingException(
          name, "has quantiles and a median or sigma; leave one of the two out");
    }
    if (quantiles.size() < 2) {
      throw new SettingException(name, "needs two quantiles at least, such as p50 and p99");
    }
    quantiles.putIfAbsent(0.0, quantiles.firstEntry().getValue());
    double before = 0;
    for (Map.Entry<Double, Double> quantile : quantiles.entrySet()) {
      if (quantile.getValue() < before) {
        throw new SettingException(
            name, "quantiles must not fall, as at p" + quantile.getKey() * 100);
      }
      before = quantile.getValue();
    }
    return Delay.ofQuantiles(
        quantiles.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
        quantiles.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static Setting<Duration> median(String name) {
    return name.equals("fsync")
        ? duration("fsync.median", "1ms", "Median time of an fsync.")
        : duration("linkRtt.median", "500us", "Median round trip between leader and follower.");
  }

  private static Setting<Double> sigma(String name) {
    return number(name + ".sigma", "0", "Standard deviation of its logarithm; 0: constant.", 0, 5);
  }

  private static Setting<Double> number(
      String key, String text, String meaning, double least, double most) {
    return new Setting<>(
        key,
        NUMBER,
        text,
        meaning,
        value -> value >= least && value <= most ? "" : "must be " + least + " to " + most);
  }

  private static Setting<Duration> duration(String key, String text, String meaning) {
    return new Setting<>(
        key, SettingType.DURATION, text, meaning, value -> value.isZero() ? "must be above 0" : "");
  }

  private static double seconds(Settings given, Setting<Duration> setting) {
    return seconds(given.get(setting));
  }

  /** As a number: a duration of long centuries has no nanoseconds. */
  private static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }

  private static List<Setting<?>> keys() {
    return List.of(
        REPLICAS,
        MIN_IN_SYNC,
        RATE,
        RECORD_BYTES,
        FLUSH,
        CLIENT_RTT,
        SERVICE,
        median("linkRtt"),
        sigma("linkRtt"),
        LINK_RATE,
        PIPELINED,
        median("fsync"),
        sigma("fsync"),
        MTTF,
        MTTR,
        COMMON,
        COMMON_MTTR,
        CRASHES,
        DETECTION,
        ELECTION,
        ZOOKEEPERS,
        DISK_MTTF,
        DISK_REPAIR,
        PAGE_CACHE);
  }
}
