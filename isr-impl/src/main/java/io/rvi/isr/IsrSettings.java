package io.rvi.isr;

import io.rvi.api.Flush;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.node.NodeSettings;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import io.rvi.spi.SettingType;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the ISR backend, under the names that Apache Kafka and ZooKeeper gave them, and
 * how they and the common ones become a node's.
 *
 * <p><b>Failure detection.</b> A ZooKeeper server expires a session between 2/3 T and T + tick
 * after its client died, where T is the session timeout and tick its tick, on average after 5/6 T +
 * tick/2. So for a mean detection D a node asks for T = 6/5 (D - tick/2), and lets a follower lag
 * by T.
 */
public final class IsrSettings {
  /** {@code min.insync.replicas}. */
  public static final Setting<Integer> MIN_INSYNC_REPLICAS =
      new Setting<>(
          "min.insync.replicas",
          SettingType.INT,
          "1",
          "Appends are refused, and nothing is committed, while fewer replicas are in sync. Higher:"
              + " losses of more replicas lose no record, and fewer crashes leave it writable.",
          value -> value < 1 || value > 100 ? "must be 1 to 100" : "");

  /** {@code zookeeper.tick}. */
  public static final Setting<Duration> ZOOKEEPER_TICK =
      new Setting<>(
          "zookeeper.tick",
          SettingType.DURATION,
          "100ms",
          "The tickTime of the ZooKeeper servers, from which failureDetection finds the session"
              + " timeout; a wrong one shifts the mean detection by half of its error.",
          value -> value.toMillis() < 1 || value.toMillis() > 60_000 ? "must be 1ms to 60s" : "");

  /** {@code zookeeper.session.timeout}. */
  public static final Setting<Duration> SESSION_TIMEOUT =
      derivable(
          "zookeeper.session.timeout",
          "The session timeout to ask ZooKeeper for; 0ms: as failureDetection and zookeeper.tick"
              + " give it. Shorter: crashes are found sooner, and pauses are taken for crashes.");

  /** {@code replica.lag.time.max}. */
  public static final Setting<Duration> LAG_TIME_MAX =
      derivable(
          "replica.lag.time.max",
          "A follower that has not caught up for so long leaves the in-sync set; 0ms: the session"
              + " timeout. Shorter: appends wait less for a slow follower, and sets shrink sooner.");

  /** {@code replica.fetch.wait.max}. */
  public static final Setting<Duration> FETCH_WAIT_MAX =
      derivable(
          "replica.fetch.wait.max",
          "How long a leader holds a follower's fetch that finds nothing; 0ms: a quarter of"
              + " replica.lag.time.max, at most 500ms. Shorter: more idle traffic.");

  /** {@code replica.fetch.max.bytes}. */
  public static final Setting<Integer> FETCH_BYTES_MAX =
      new Setting<>(
          "replica.fetch.max.bytes",
          SettingType.BYTES,
          "1MiB",
          "What a follower fetches at once at the most, one larger batch aside. Larger: a follower"
              + " that is far behind catches up in fewer steps, each holding more memory.",
          value -> value < 1 || value > 32 << 20 ? "must be 1B to 32MiB" : "");

  /** {@code log.segment.bytes}. */
  public static final Setting<Integer> SEGMENT_BYTES =
      new Setting<>(
          "log.segment.bytes",
          SettingType.BYTES,
          "128MiB",
          "The size at which a log begins a new file. Larger: fewer files, and more to read when a"
              + " killed node starts again.",
          value -> value < 1 << 10 || value > 1 << 30 ? "must be 1KiB to 1GiB" : "");

  /** {@code truncation}. */
  public static final Setting<TruncationStrategy> TRUNCATION =
      Setting.of(
          "truncation",
          SettingType.oneOf(TruncationStrategy.class),
          "leader-epoch",
          "How a follower finds where its log departs from its leader's. high-watermark is the"
              + " early design, which loses acknowledged records; it is kept to show that.");

  /** {@code unclean.leader.election.enable}. */
  public static final Setting<Boolean> UNCLEAN_ELECTION =
      Setting.of(
          "unclean.leader.election.enable",
          SettingType.BOOLEAN,
          "false",
          "Whether a replica outside the in-sync set may lead when no other can: writes resume, and"
              + " acknowledged records are lost.");

  /** {@code leader.imbalance.check.interval}. */
  public static final Setting<Duration> LEADER_BALANCE =
      new Setting<>(
          "leader.imbalance.check.interval",
          SettingType.DURATION,
          "5min",
          "How often leadership moves back to the preferred leaders, with a short pause of each"
              + " partition that moves; 0ms: never.",
          value -> value.toHours() > 24 ? "must be at most 24h" : "");

  /** {@code storage.boot.token}. */
  public static final Setting<String> BOOT_TOKEN =
      Setting.of(
          "storage.boot.token",
          SettingType.TEXT,
          "",
          "A file outside the data directory whose content changes when unflushed bytes may have been"
              + " lost; empty: the kernel's boot id. For a lab that plays power losses on one machine.");

  /** {@code start.timeout}. */
  public static final Setting<Duration> START_TIMEOUT =
      new Setting<>(
          "start.timeout",
          SettingType.DURATION,
          "15s",
          "How long a node that starts waits for ZooKeeper before it gives up.",
          value -> value.toMillis() < 100 ? "must be at least 100ms" : "");

  private static final int BATCHES_REMEMBERED_MIN = 64;
  private static final int PRODUCERS_MAX = 10_000;
  private static final int PENDING_MAX = 100_000;
  private static final long METADATA_RETRY_MS = 200;
  private static final int INDEX_INTERVAL_BYTES = 4 << 10;

  private IsrSettings() {}

  private static Setting<Duration> derivable(String key, String meaning) {
    return new Setting<>(
        key,
        SettingType.DURATION,
        "0ms",
        meaning,
        value -> value.toMinutes() > 10 ? "must be at most 10min" : "");
  }

  /** Every key, those of {@link CommonSettings} first. */
  public static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>(CommonSettings.all());
    all.addAll(
        List.of(
            MIN_INSYNC_REPLICAS,
            ZOOKEEPER_TICK,
            SESSION_TIMEOUT,
            LAG_TIME_MAX,
            FETCH_WAIT_MAX,
            FETCH_BYTES_MAX,
            SEGMENT_BYTES,
            TRUNCATION,
            UNCLEAN_ELECTION,
            LEADER_BALANCE,
            BOOT_TOKEN,
            START_TIMEOUT));
    return List.copyOf(all);
  }

  /**
   * A node's settings.
   *
   * @param settings resolved settings
   * @param nodes how many nodes the cluster has, 1 or more
   * @throws SettingException naming a key whose value does not fit the others
   */
  static NodeSettings ofNode(Settings settings, int nodes) {
    int minInsync = settings.get(MIN_INSYNC_REPLICAS);
    if (minInsync > nodes) {
      throw new SettingException(
          MIN_INSYNC_REPLICAS.key(),
          minInsync + " is more than the " + nodes + " nodes of the cluster: no append could end");
    }
    Duration session = sessionTimeout(settings);
    long lagMs = orElse(settings, LAG_TIME_MAX, session).toMillis();
    boolean unclean = settings.get(UNCLEAN_ELECTION);
    Flush flush = settings.get(CommonSettings.FLUSH);
    ReplicaConfig replica =
        new ReplicaConfig(
            minInsync,
            flush,
            unclean,
            settings.get(TRUNCATION),
            times(settings, lagMs),
            settings.get(FETCH_BYTES_MAX),
            Math.max(BATCHES_REMEMBERED_MIN, 2 * settings.get(CommonSettings.IN_FLIGHT)),
            PRODUCERS_MAX,
            PENDING_MAX,
            ReplicationRules.CURRENT);
    ControllerConfig controller =
        new ControllerConfig(
            minInsync,
            unclean,
            METADATA_RETRY_MS,
            settings.get(LEADER_BALANCE).toMillis(),
            replica.tickMs(),
            ReplicationRules.CURRENT);
    String bootToken = settings.get(BOOT_TOKEN);
    return new NodeSettings(
        replica,
        controller,
        new LogSettings(settings.get(SEGMENT_BYTES), INDEX_INTERVAL_BYTES),
        session,
        settings.get(START_TIMEOUT),
        settings.get(CommonSettings.REQUEST_DEADLINE),
        settings.get(CommonSettings.RECORD_BYTES_MAX),
        bootToken.isEmpty() ? Optional.empty() : Optional.of(Path.of(bootToken)));
  }

  /** The session timeout T of which 5/6 T + tick/2 is the failure detection, unless it is given. */
  static Duration sessionTimeout(Settings settings) {
    Duration detection = settings.get(CommonSettings.FAILURE_DETECTION);
    Duration tick = settings.get(ZOOKEEPER_TICK);
    Duration derived = detection.minus(tick.dividedBy(2)).multipliedBy(6).dividedBy(5);
    Duration session = orElse(settings, SESSION_TIMEOUT, derived);
    if (session.toMillis() < 1) {
      throw new SettingException(
          CommonSettings.FAILURE_DETECTION.key(),
          detection.toMillis()
              + "ms can't be had with a zookeeper.tick of "
              + tick.toMillis()
              + "ms: half a tick passes on average before a session expires");
    }
    return session;
  }

  private static ReplicaConfig.Times times(Settings settings, long lagMs) {
    ReplicaConfig.Times usual = ReplicaConfig.Times.ofLagTimeMax(lagMs);
    long waitMs =
        orElse(settings, FETCH_WAIT_MAX, Duration.ofMillis(usual.fetchWaitMaxMs())).toMillis();
    if (2 * waitMs >= lagMs) {
      throw new SettingException(
          FETCH_WAIT_MAX.key(),
          waitMs
              + "ms is not less than half of replica.lag.time.max, "
              + lagMs
              + "ms: an idle follower would be taken for a dead one");
    }
    return new ReplicaConfig.Times(
        lagMs,
        waitMs,
        usual.fetchTimeoutMs(),
        usual.fetchBackoffMs(),
        usual.proposalRetryMs(),
        usual.checkpointMs(),
        usual.tickMs());
  }

  private static Duration orElse(Settings settings, Setting<Duration> setting, Duration derived) {
    Duration given = settings.get(setting);
    return given.isZero() ? derived : given;
  }
}
