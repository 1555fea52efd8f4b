package io.rvi.bench.config;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Topology;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys of a run, beside those of {@link CommonSettings} and of each backend. */
public final class RunKeys {
  /** The value of {@code zookeeper} that makes the run start its own. */
  public static final String OWN_ZOOKEEPER = "own";

  /** The value of {@code minInSync} that leaves it to the backend's own key. */
  static final String AS_SET = "as-set";

  /** The value of {@code allow} that lets backends differ in nothing. */
  static final String NOTHING = "nothing";

  private static final SettingType<List<Integer>> INTS = listOf(SettingType.INT);

  static final Setting<Preset> PRESET =
      Setting.of(
          "preset",
          SettingType.oneOf(Preset.class),
          "quick",
          "The set of values to start from; all others override it.");

  static final Setting<List<String>> BACKEND =
      new Setting<>(
          "backend",
          listOf(SettingType.TEXT),
          "isr, raft",
          "The backends to run: one name or a list.",
          KeyChecks::complainOfList);

  static final Setting<List<String>> ALLOW =
      new Setting<>(
          "allow",
          listOf(SettingType.TEXT),
          NOTHING,
          "Items in which the backends of a run may differ, such as linger; every place that shows"
              + " the run then says that the pair is DEGRADED. Other differences are refused.",
          KeyChecks::complainOfAllowed);

  static final Setting<List<Integer>> REPLICAS =
      new Setting<>(
          "replicas",
          INTS,
          "1, 3",
          "Replica counts; a node for each.",
          KeyChecks::complainOfCounts);

  static final Setting<List<Flush>> FLUSH =
      new Setting<>(
          "flush",
          listOf(SettingType.oneOf(Flush.class)),
          "none",
          "Flush classes, one or a list; the first runs at every replica count.",
          KeyChecks::complainOfList);

  static final Setting<List<Integer>> FLUSH_REPLICAS =
      new Setting<>(
          "flushReplicas",
          INTS,
          "3",
          "The replica counts at which flush classes after the first run too.",
          KeyChecks::complainOfCounts);

  static final Setting<Integer> RECORD_BYTES =
      new Setting<>(
          "recordBytes",
          SettingType.BYTES,
          "1KiB",
          "Payload of each record.",
          // The harness writes a sequence number and a check sum into each payload.
          value -> value < 32 || value > 16 << 20 ? "must be 32B to 16MiB" : "");

  static final Setting<Integer> RATE_PER_SECOND =
      new Setting<>(
          "ratePerSecond",
          SettingType.INT,
          "500",
          "Intended appends a second, open loop; all backends must sustain it.",
          value -> value < 1 || value > 20_000 ? "must be 1 to 20000" : "");

  static final Setting<Duration> WARMUP =
      new Setting<>(
          "warmup",
          SettingType.DURATION,
          "3s",
          "Load before anything counts; too short measures a cold JVM.",
          value -> value.toHours() >= 1 ? "must be below 1h" : "");

  static final Setting<Duration> DURATION =
      new Setting<>(
          "duration",
          SettingType.DURATION,
          "8s",
          "Load that counts, in each repetition; too short cannot carry a p99.",
          value -> value.toMillis() < 1_000 || value.toHours() > 24 ? "must be 1s to 24h" : "");

  static final Setting<Duration> SATURATION =
      new Setting<>(
          "saturation",
          SettingType.DURATION,
          "4s",
          "Pipelined load at full speed, for the throughput; 0ms for none.",
          value -> value.toHours() >= 1 ? "must be below 1h" : "");

  static final Setting<String> LINK_DELAY =
      new Setting<>(
          "linkDelay",
          SettingType.TEXT,
          "0ms",
          "By how much every link between nodes is delayed, each way, in the cells of experiment"
              + " latency, such as lognormal(10ms, 0.6), uniform(1ms, 5ms) or 2ms. A loopback"
              + " hides where the protocols differ most.",
          KeyChecks::complainOfDelay);

  static final Setting<Boolean> CRASHES =
      Setting.of(
          "crashes",
          SettingType.BOOLEAN,
          "true",
          "Whether replicas are killed and restarted to count failures tolerated.");

  static final Setting<Duration> RESUME_MAX =
      new Setting<>(
          "resumeMax",
          SettingType.DURATION,
          "10s",
          "How long after a kill writes may take to resume; later counts as never.",
          value -> value.toMillis() < 1_000 || value.toSeconds() > 60 ? "must be 1s to 60s" : "");

  static final Setting<Boolean> JMH =
      Setting.of(
          "jmh",
          SettingType.BOOLEAN,
          "false",
          "Whether JMH drives a closed-loop append of each backend too, for its JSON in raw files;"
              + " about 15s a backend.");

  static final Setting<String> FAULTS =
      Setting.of(
          "faults",
          SettingType.TEXT,
          "[]",
          "Faults under a load of their own, on a fresh cluster for each cell: a YAML list, as in"
              + " [{fault: kill, at: 2s, for: 3s, aim: leader}].");

  static final Setting<List<ExperimentKind>> EXPERIMENT =
      new Setting<>(
          "experiment",
          listOf(SettingType.oneOf(ExperimentKind.class)),
          "latency, tolerance",
          "What is measured, one or a list: latency (with throughput), tolerance (crashes and"
              + " losses), outage (how long writes stop after each class of events), slow (delayed"
              + " and paused followers, a cut link), rate (latency against offered rate), durability"
              + " (what power losses and unsafe settings take; needs loop mounts).",
          KeyChecks::complainOfList);

  static final Setting<List<String>> MIN_IN_SYNC =
      new Setting<>(
          "minInSync",
          listOf(SettingType.TEXT),
          AS_SET,
          "Values of min.insync.replicas that failures tolerated are measured with, where a backend"
              + " has it: numbers, majority, or as-set for its own setting alone.",
          KeyChecks::complainOfMinInSync);

  static final Setting<Integer> LOSS_RECORDS =
      new Setting<>(
          "lossRecords",
          SettingType.INT,
          "50",
          "Records acked by the smallest legal set, and by all, before replicas are lost for good;"
              + " 0: permanent loss is not tried.",
          value -> value < 0 || value > 10_000 ? "must be 0 to 10000" : "");

  static final Setting<Integer> OUTAGE_TRIALS =
      new Setting<>(
          "outageTrials",
          SettingType.INT,
          "30",
          "Trials of each class of events at outageReplicas; intervals need 30.",
          value -> value < 1 || value > 1_000 ? "must be 1 to 1000" : "");

  static final Setting<Integer> OUTAGE_TRIALS_ELSEWHERE =
      new Setting<>(
          "outageTrialsElsewhere",
          SettingType.INT,
          "3",
          "Trials of each class of events at the other replica counts; 0: none.",
          value -> value < 0 || value > 1_000 ? "must be 0 to 1000" : "");

  static final Setting<List<Integer>> OUTAGE_REPLICAS =
      new Setting<>(
          "outageReplicas",
          INTS,
          "3",
          "The replica counts at which outages have outageTrials.",
          KeyChecks::complainOfCounts);

  static final Setting<Integer> OUTAGE_RATE =
      new Setting<>(
          "outageRatePerSecond",
          SettingType.INT,
          "200",
          "Appends a second while events happen or something is slow; an outage is resolved to"
              + " their spacing.",
          value -> value < 100 || value > 2_000 ? "must be 100 to 2000" : "");

  static final Setting<Integer> DURABILITY_TRIALS =
      new Setting<>(
          "durabilityTrials",
          SettingType.INT,
          "3",
          "Durability trials of each event, flush class and backend.",
          value -> value < 1 || value > 1_000 ? "must be 1 to 1000" : "");

  static final Setting<List<Integer>> DURABILITY_REPLICAS =
      new Setting<>(
          "durabilityReplicas",
          INTS,
          "3",
          "The replica counts of durability trials.",
          KeyChecks::complainOfCounts);

  static final Setting<List<Flush>> DURABILITY_FLUSH =
      new Setting<>(
          "durabilityFlush",
          listOf(SettingType.oneOf(Flush.class)),
          "none, group, each",
          "The flush classes of durability trials, one or a list.",
          KeyChecks::complainOfList);

  static final Setting<List<String>> DURABILITY_EVENTS =
      new Setting<>(
          "durabilityEvents",
          listOf(SettingType.TEXT),
          ExperimentChoice.EVERY_EVENT,
          "What happens in durability trials: every, or some of follower, leader, ack-set, all,"
              + " acker-with-laggards, last-standing (these lose power), unclean-election,"
              + " truncation (to the high watermark).",
          KeyChecks::complainOfList);

  static final Setting<Integer> REPETITIONS =
      new Setting<>(
          "repetitions",
          SettingType.INT,
          "1",
          "Fresh runs of each cell; intervals need several.",
          value -> value < 1 || value > 1_000 ? "must be 1 to 1000" : "");

  static final Setting<Topology> TOPOLOGY =
      Setting.of(
          "topology",
          SettingType.oneOf(Topology.class),
          "processes",
          "Where nodes live: embedded (one JVM, not citable) or processes.");

  static final Setting<String> ZOOKEEPER =
      new Setting<>(
          "zookeeper",
          SettingType.TEXT,
          OWN_ZOOKEEPER,
          "own: the run starts its ZooKeeper; else host:port[,host:port] of an ensemble.",
          KeyChecks::complainOfZooKeeper);

  static final Setting<Integer> NODE_HEAP =
      new Setting<>(
          "nodeHeap",
          SettingType.BYTES,
          "512MiB",
          "Heap of each node's JVM in topology processes; equal for all backends.",
          value -> value < 64 << 20 ? "must be at least 64MiB" : "");

  static final Setting<Long> SEED =
      Setting.of("seed", SettingType.LONG, "1", "Seed of everything that is drawn.");

  static final Setting<String> OUTPUT =
      new Setting<>(
          "output",
          SettingType.TEXT,
          "results",
          "The directory that result bundles are made in.",
          value -> value.isBlank() ? "must name a directory" : "");

  static final Setting<String> WORK =
      new Setting<>(
          "work",
          SettingType.TEXT,
          "results/work.tmp",
          "The directory of nodes' data while a run lasts; its disk's fsync is what is measured.",
          value -> value.isBlank() ? "must name a directory" : "");

  private static final List<Setting<?>> BEFORE_SLOW =
      List.of(
          PRESET,
          BACKEND,
          ALLOW,
          REPLICAS,
          FLUSH,
          FLUSH_REPLICAS,
          RECORD_BYTES,
          RATE_PER_SECOND,
          WARMUP,
          DURATION,
          SATURATION,
          LINK_DELAY,
          CRASHES,
          RESUME_MAX,
          JMH,
          FAULTS,
          EXPERIMENT,
          MIN_IN_SYNC,
          LOSS_RECORDS,
          OUTAGE_TRIALS,
          OUTAGE_TRIALS_ELSEWHERE,
          OUTAGE_REPLICAS,
          OUTAGE_RATE);

  private static final List<Setting<?>> AFTER_SLOW =
      List.of(
          DURABILITY_TRIALS,
          DURABILITY_REPLICAS,
          DURABILITY_FLUSH,
          DURABILITY_EVENTS,
          REPETITIONS,
          TOPOLOGY,
          ZOOKEEPER,
          NODE_HEAP,
          SEED,
          OUTPUT,
          WORK);

  private RunKeys() {}

  /** All of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return Stream.of(BEFORE_SLOW, SlowKeys.all(), RateKeys.all(), AFTER_SLOW)
        .<Setting<?>>flatMap(List::stream)
        .toList();
  }

  /**
   * Whether a key's value is a path of the machine.
   *
   * @param key a key
   */
  public static boolean isPath(String key) {
    return key.equals(OUTPUT.key()) || key.equals(WORK.key());
  }

  /**
   * Several values, separated by commas; at least one.
   *
   * @param type of each
   */
  static <T> SettingType<List<T>> listOf(SettingType<T> type) {
    return new SettingType<>(
        type.expected() + ", or several separated by commas",
        text -> Arrays.stream(text.split(",", -1)).map(type::parse).toList(),
        values -> values.stream().map(type.writer()).collect(Collectors.joining(", ")));
  }
}
