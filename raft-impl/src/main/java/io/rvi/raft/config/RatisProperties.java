package io.rvi.raft.config;

import io.rvi.api.Flush;
import io.rvi.raft.transport.PacedGrpc;
import io.rvi.raft.wire.AppendRequest;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Endpoint;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;

/** The Ratis configuration of a server or a client, from settings. */
public final class RatisProperties {
  /** Records that one batch may gather: bounds the overhead of empty ones. */
  public static final int BATCH_RECORDS_MAX = 16_384;

  /** What Ratis adds to a batch in a log entry and a message, with room to spare. */
  private static final int ENVELOPE_BYTES = 64 << 10;

  /** Below this a message to a follower would carry too few entries under load. */
  private static final int APPENDER_BYTES_MIN = 2 << 20;

  private static final int MIB = 1 << 20;

  private RatisProperties() {}

  /**
   * The configuration of a server.
   *
   * @param settings resolved settings
   * @param nodes how many nodes the cluster has
   * @param listen what to bind
   * @throws SettingException when two settings contradict each other
   */
  public static RaftProperties server(Settings settings, int nodes, Endpoint listen) {
    RaftProperties properties = common(settings);
    for (Setting<?> setting : RaftSettings.plain()) {
      put(properties, setting, settings.get(setting));
    }
    RaftConfigKeys.Rpc.setType(properties, new PacedGrpc());
    putTimeouts(properties, settings, nodes);
    putFlush(properties, settings);
    RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    GrpcConfigKeys.Server.setHost(properties, listen.host());
    GrpcConfigKeys.Server.setPort(properties, listen.port());
    return properties;
  }

  /**
   * Sets where a server looks for its groups.
   *
   * @param properties the server's; read again by Ratis for each group it opens
   * @param directory the directory of the groups' directories
   */
  public static void storage(RaftProperties properties, Path directory) {
    RaftServerConfigKeys.setStorageDir(properties, List.of(directory.toFile()));
  }

  /**
   * The configuration of a client.
   *
   * @param settings resolved settings
   */
  public static RaftProperties client(Settings settings) {
    RaftProperties properties = common(settings);
    put(properties, RaftSettings.CLIENT_REQUEST_TIMEOUT, attemptTimeout(settings));
    return properties;
  }

  /**
   * How long a client waits for one attempt.
   *
   * @param settings resolved settings
   */
  public static Duration attemptTimeout(Settings settings) {
    if (settings.isSet(RaftSettings.CLIENT_REQUEST_TIMEOUT)) {
      return settings.get(RaftSettings.CLIENT_REQUEST_TIMEOUT);
    }
    Duration derived = settings.get(CommonSettings.FAILURE_DETECTION).multipliedBy(4);
    return derived.compareTo(Duration.ofSeconds(2)) < 0 ? Duration.ofSeconds(2) : derived;
  }

  private static RaftProperties common(Settings settings) {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
    int entry = largestEntry(settings);
    int appender =
        orDerived(settings, RaftSettings.APPENDER_BYTES, Math.max(APPENDER_BYTES_MIN, entry));
    if (appender < entry) {
      throw new SettingException(
          RaftSettings.APPENDER_BYTES.key(),
          appender
              + "B is less than the largest entry, "
              + entry
              + "B; lower record.bytes.max or"
              + " batchBytes, or leave it to be derived");
    }
    put(properties, RaftSettings.APPENDER_BYTES, appender);
    put(
        properties,
        RaftSettings.WRITE_BUFFER_BYTES,
        orDerived(settings, RaftSettings.WRITE_BUFFER_BYTES, appender + ENVELOPE_BYTES));
    put(
        properties,
        RaftSettings.MESSAGE_BYTES_MAX,
        orDerived(
            settings, RaftSettings.MESSAGE_BYTES_MAX, Math.max(64 * MIB, appender + 2 * MIB)));
    return properties;
  }

  private static int largestEntry(Settings settings) {
    int payload =
        Math.max(
            settings.get(CommonSettings.RECORD_BYTES_MAX),
            settings.get(CommonSettings.BATCH_BYTES));
    return payload
        + AppendRequest.HEADER_BYTES
        + BATCH_RECORDS_MAX * AppendRequest.RECORD_OVERHEAD_BYTES
        + ENVELOPE_BYTES;
  }

  private static void putTimeouts(RaftProperties properties, Settings settings, int nodes) {
    ElectionTimeouts derived =
        ElectionTimeouts.forDetection(settings.get(CommonSettings.FAILURE_DETECTION), nodes);
    Duration min = orDerived(settings, RaftSettings.TIMEOUT_MIN, derived.min());
    Duration max = orDerived(settings, RaftSettings.TIMEOUT_MAX, derived.max());
    if (max.compareTo(min) < 0) {
      throw new SettingException(
          RaftSettings.TIMEOUT_MAX.key(),
          max.toMillis()
              + "ms is below "
              + RaftSettings.TIMEOUT_MIN.key()
              + ", "
              + min.toMillis()
              + "ms; set both");
    }
    put(properties, RaftSettings.TIMEOUT_MIN, min);
    put(properties, RaftSettings.TIMEOUT_MAX, max);
    for (Setting<Duration> follows :
        List.of(
            RaftSettings.REQUEST_TIMEOUT,
            RaftSettings.STEP_DOWN_WAIT,
            RaftSettings.SLEEP_DEVIATION)) {
      put(properties, follows, orDerived(settings, follows, max));
    }
  }

  private static void putFlush(RaftProperties properties, Settings settings) {
    Flush flush = settings.get(CommonSettings.FLUSH);
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, flush == Flush.NONE);
    int entries =
        orDerived(
            settings,
            RaftSettings.FORCE_SYNC_NUM,
            flush == Flush.EACH ? 1 : settings.get(RaftSettings.FORCE_SYNC_NUM));
    if (flush == Flush.EACH && entries != 1) {
      throw new SettingException(
          RaftSettings.FORCE_SYNC_NUM.key(),
          entries + " contradicts flush=each, which means 1; set flush=group or leave the key out");
    }
    put(properties, RaftSettings.FORCE_SYNC_NUM, entries);
  }

  static <T> T orDerived(Settings settings, Setting<T> setting, T derived) {
    return settings.isSet(setting) ? settings.get(setting) : derived;
  }

  private static void put(RaftProperties properties, Setting<?> setting, Object value) {
    String text =
        value instanceof Duration duration
            ? duration.toNanos() / 1_000 + "us"
            : String.valueOf(value);
    properties.set(setting.key(), text);
  }
}
