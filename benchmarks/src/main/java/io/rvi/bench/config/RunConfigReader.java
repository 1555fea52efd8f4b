package io.rvi.bench.config;

import io.rvi.api.Flush;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.bench.lab.link.Delay;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import io.rvi.spi.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes a {@link RunConfig} of its sources, or says in one line why it cannot be. */
public final class RunConfigReader {
  /**
   * Where a backend has this key, a partition that can never have so many in-sync replicas would
   * refuse every append; so the pair is checked here, against each replica count of the grid.
   */
  private static final String MIN_IN_SYNC = "min.insync.replicas";

  /** One line of each is kept until a cell has ended; more would not fit the client's heap. */
  private static final int APPENDS_MAX = 4_000_000;

  /** Delayed round trips that a failure detection has room for, at the least. */
  private static final int TRIPS_A_DETECTION = 4;

  private final Map<String, LogBackend> backends = new TreeMap<>();
  private final KnownKeys known;

  /**
   * Creates a reader.
   *
   * @param backends those that may be chosen
   */
  public RunConfigReader(Collection<LogBackend> backends) {
    backends.forEach(backend -> this.backends.put(backend.name(), backend));
    this.known = new KnownKeys(this.backends.values());
  }

  /**
   * Reads and checks a configuration.
   *
   * @param sources where from
   * @throws ConfigException naming key, origin and what to do
   */
  public RunConfig read(ConfigSources sources) {
    ConfigLayers layers = new ConfigLayers(known, sources);
    Grid grid = grid(layers);
    LoadShape load =
        new LoadShape(
            layers.value(RunKeys.RECORD_BYTES),
            layers.value(RunKeys.RATE_PER_SECOND),
            layers.value(RunKeys.WARMUP),
            layers.value(RunKeys.DURATION),
            layers.value(RunKeys.SATURATION),
            Optional.of(layers.value(RunKeys.LINK_DELAY).strip())
                .filter(text -> !Delay.parse(text).equals(Delay.NONE)),
            layers.value(RunKeys.CRASHES),
            layers.value(RunKeys.RESUME_MAX));
    RunConfig config =
        new RunConfig(
            layers.value(RunKeys.PRESET),
            grid,
            allowed(layers),
            load,
            experiments(layers),
            layers.value(RunKeys.TOPOLOGY),
            layers.value(RunKeys.ZOOKEEPER),
            layers.value(RunKeys.NODE_HEAP),
            layers.value(RunKeys.JMH),
            faults(layers),
            layers.value(RunKeys.REPETITIONS),
            layers.value(RunKeys.SEED),
            settings(layers, grid),
            path(layers, RunKeys.OUTPUT),
            path(layers, RunKeys.WORK),
            layers.assignments(grid.backends()));
    checkPairs(layers, config);
    ParitySheet.of(config, backends.values()).refuseUnless(config.allowed());
    return config;
  }

  private static List<String> allowed(ConfigLayers layers) {
    List<String> items = layers.value(RunKeys.ALLOW).stream().map(String::strip).toList();
    return items.equals(List.of(RunKeys.NOTHING)) ? List.of() : items;
  }

  private static FaultSchedule faults(ConfigLayers layers) {
    String text = layers.value(RunKeys.FAULTS);
    try {
      return FaultSchedule.parse(YamlLayer.value(text), layers.value(RunKeys.SEED));
    } catch (SettingException e) {
      Origin origin = layers.sourced(RunKeys.FAULTS.key(), RunKeys.FAULTS).origin();
      throw new ConfigException(ConfigLayers.at(e.key(), origin) + e.complaint());
    } catch (IllegalArgumentException e) {
      throw refusal(layers, RunKeys.FAULTS, String.valueOf(e.getMessage()));
    }
  }

  private static ExperimentChoice experiments(ConfigLayers layers) {
    List<String> minInSync = layers.value(RunKeys.MIN_IN_SYNC).stream().map(String::strip).toList();
    return new ExperimentChoice(
        layers.value(RunKeys.EXPERIMENT),
        minInSync.equals(List.of(RunKeys.AS_SET)) ? List.of() : minInSync,
        layers.value(RunKeys.LOSS_RECORDS),
        layers.value(RunKeys.OUTAGE_TRIALS),
        layers.value(RunKeys.OUTAGE_TRIALS_ELSEWHERE),
        layers.value(RunKeys.OUTAGE_REPLICAS),
        layers.value(RunKeys.OUTAGE_RATE),
        new ExperimentChoice.Durability(
            layers.value(RunKeys.DURABILITY_TRIALS),
            layers.value(RunKeys.DURABILITY_REPLICAS),
            layers.value(RunKeys.DURABILITY_FLUSH),
            layers.value(RunKeys.DURABILITY_EVENTS)),
        new ExperimentChoice.Slow(
            layers.value(SlowKeys.DELAYS),
            layers.value(SlowKeys.FOLLOWERS),
            layers.value(SlowKeys.PAUSE),
            layers.value(SlowKeys.TIME),
            layers.value(SlowKeys.REPLICAS),
            layers.value(SlowKeys.LINK_CUT)),
        new ExperimentChoice.Rate(
            layers.value(RateKeys.RATES),
            layers.value(RateKeys.TIME),
            layers.value(RateKeys.LATENCY_MAX),
            layers.value(RateKeys.STEPS),
            layers.value(RateKeys.REPLICAS)));
  }

  private static Path path(ConfigLayers layers, Setting<String> setting) {
    String text = layers.value(setting);
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw refusal(
          layers, setting, "\"" + text + "\" is no path on this system: " + e.getReason());
    }
  }

  private Grid grid(ConfigLayers layers) {
    List<String> chosen = layers.value(RunKeys.BACKEND);
    for (String name : chosen) {
      if (!backends.containsKey(name)) {
        throw refusal(
            layers,
            RunKeys.BACKEND,
            "no backend \"" + name + "\"" + Settings.suggestion(name, backends.keySet()));
      }
    }
    List<Integer> replicas = layers.value(RunKeys.REPLICAS).stream().sorted().toList();
    List<Flush> flushes = layers.value(RunKeys.FLUSH);
    return new Grid(chosen, replicas, flushes, furtherReplicas(layers, replicas));
  }

  /**
   * The counts for flush classes after the first. Who sets {@code flush} alone means every count; a
   * preset's counts hold as far as they are among {@code replicas}.
   */
  private List<Integer> furtherReplicas(ConfigLayers layers, List<Integer> replicas) {
    List<Integer> asked = layers.value(RunKeys.FLUSH_REPLICAS).stream().sorted().toList();
    boolean askedByUser = layers.isUsers(RunKeys.FLUSH_REPLICAS);
    if (askedByUser && !replicas.containsAll(asked)) {
      throw refusal(layers, RunKeys.FLUSH_REPLICAS, asked + " must be among replicas " + replicas);
    }
    if (!askedByUser && layers.isUsers(RunKeys.FLUSH)) {
      return replicas;
    }
    return asked.stream().filter(replicas::contains).toList();
  }

  private Map<String, Settings> settings(ConfigLayers layers, Grid grid) {
    for (String name : backends.keySet()) {
      List<String> keys = layers.usersKeysOf(name);
      if (!grid.backends().contains(name) && !keys.isEmpty()) {
        throw new ConfigException(
            keys.get(0) + ": backend " + name + " is not run; add it to backend or drop the key");
      }
    }
    Map<String, Settings> settings = new LinkedHashMap<>();
    backends.forEach(
        (name, backend) -> {
          if (grid.backends().contains(name)) {
            settings.put(name, Settings.resolve(backend.settings(), layers.textsOf(name)));
          }
        });
    return settings;
  }

  private void checkPairs(ConfigLayers layers, RunConfig config) {
    LoadShape load = config.load();
    long loadMs = load.warmup().plus(load.duration()).toMillis();
    double appends =
        load.ratePerSecond() * (Math.max(loadMs, config.faultLoad().toMillis()) / 1_000.0);
    if (appends > APPENDS_MAX) {
      throw refusal(
          layers,
          loadMs < config.faultLoad().toMillis() ? RunKeys.FAULTS : RunKeys.DURATION,
          "at this ratePerSecond more than "
              + APPENDS_MAX
              + " appends a repetition; lower one of them");
    }
    ExperimentChoice experiments = config.experiments();
    double slowS = experiments.slow().length().toMillis() / 1_000.0;
    if (experiments.has(ExperimentKind.SLOW)
        && experiments.outageRatePerSecond() * slowS > APPENDS_MAX) {
      throw refusal(
          layers,
          SlowKeys.TIME,
          "at this outageRatePerSecond more than "
              + APPENDS_MAX
              + " appends a cluster; lower one of them, or the number of levels");
    }
    if (experiments.has(ExperimentKind.RATE) && experiments.rate().appendsMax() > APPENDS_MAX) {
      throw refusal(
          layers,
          RateKeys.TIME,
          "at the highest of rates more than " + APPENDS_MAX + " appends; lower one of them");
    }
    if (load.linkDelay().isPresent() && !experiments.has(ExperimentKind.LATENCY)) {
      throw refusal(
          layers,
          RunKeys.LINK_DELAY,
          "only cells of experiment latency have delayed links; add latency or drop the key");
    }
    for (String name : config.grid().backends()) {
      Settings settings = config.settingsOf(name);
      checkDelay(layers, load, name, settings);
      int bytesMax = settings.get(CommonSettings.RECORD_BYTES_MAX);
      if (config.load().recordBytes() > bytesMax) {
        throw refusal(
            layers,
            RunKeys.RECORD_BYTES,
            config.load().recordBytes()
                + " bytes exceed record.bytes.max of "
                + name
                + ", "
                + bytesMax
                + " bytes; raise that or lower this");
      }
      checkMinInSync(layers, config, name, settings);
    }
  }

  /**
   * Links that are as slow as a failure is noticed look like one: a set shrinks, leaders change.
   */
  private static void checkDelay(
      ConfigLayers layers, LoadShape load, String name, Settings settings) {
    Duration most = settings.get(CommonSettings.FAILURE_DETECTION).dividedBy(TRIPS_A_DETECTION);
    double meanNs = load.linkDelay().map(text -> 2 * Delay.parse(text).meanNs()).orElse(0.0);
    if (meanNs > most.toNanos()) {
      throw refusal(
          layers,
          RunKeys.LINK_DELAY,
          String.format(
              Locale.ROOT,
              "the mean round trip of %.1f ms exceeds a quarter of failureDetection of %s, %d ms;"
                  + " lower this or raise that",
              meanNs / 1e6,
              name,
              most.toMillis()));
    }
  }

  private void checkMinInSync(
      ConfigLayers layers, RunConfig config, String name, Settings settings) {
    String key = name + "." + MIN_IN_SYNC;
    known
        .find(key)
        .ifPresent(
            setting -> {
              int least = ((Number) settings.get(setting)).intValue();
              int fewest = config.grid().replicas().get(0);
              if (least > fewest) {
                throw new ConfigException(
                    ConfigLayers.at(key, layers.sourced(key, setting).origin())
                        + least
                        + " exceeds replicas "
                        + fewest
                        + ": no append could ever be acknowledged; lower it or drop that replica"
                        + " count");
              }
            });
  }

  private static ConfigException refusal(
      ConfigLayers layers, Setting<?> setting, String complaint) {
    return new ConfigException(
        ConfigLayers.at(setting.key(), layers.sourced(setting.key(), setting).origin())
            + complaint);
  }
}
