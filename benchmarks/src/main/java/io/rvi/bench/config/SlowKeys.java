package io.rvi.bench.config;

import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import java.time.Duration;
import java.util.List;

/** The keys of experiment {@code slow}. */
final class SlowKeys {
  static final Setting<List<Duration>> DELAYS =
      new Setting<>(
          "slowDelays",
          RunKeys.listOf(SettingType.DURATION),
          "1ms, 5ms, 20ms, 100ms",
          "By how much the links of slow followers are delayed, each way; one level each.",
          SlowKeys::complainOfDelays);

  static final Setting<List<Integer>> FOLLOWERS =
      new Setting<>(
          "slowFollowers",
          RunKeys.listOf(SettingType.INT),
          "1",
          "How many followers are slow at once; counts that a cell does not have are left out.",
          KeyChecks::complainOfCounts);

  static final Setting<Duration> PAUSE =
      new Setting<>(
          "slowPause",
          SettingType.DURATION,
          "300ms",
          "For how long a follower's process is frozen in every second; 0ms: not tried.",
          value -> value.toMillis() > 900 ? "must be 0ms to 900ms" : "");

  static final Setting<Duration> TIME =
      new Setting<>(
          "slowTime",
          SettingType.DURATION,
          "10s",
          "How long each level of slowness lasts; it is compared with half of that before it.",
          value -> value.toMillis() < 1_000 || value.toSeconds() > 300 ? "must be 1s to 5min" : "");

  static final Setting<List<Integer>> REPLICAS =
      new Setting<>(
          "slowReplicas",
          RunKeys.listOf(SettingType.INT),
          "3",
          "The replica counts of clusters with something slow in them.",
          KeyChecks::complainOfCounts);

  static final Setting<Duration> LINK_CUT =
      new Setting<>(
          "linkCut",
          SettingType.DURATION,
          "0ms",
          "For how long experiment slow cuts the one link between the leader and a follower; 0ms:"
              + " not tried. Preset full: 60s.",
          value -> value.toSeconds() > 600 ? "must be 0ms to 10min" : "");

  private SlowKeys() {}

  static List<Setting<?>> all() {
    return List.of(DELAYS, FOLLOWERS, PAUSE, TIME, REPLICAS, LINK_CUT);
  }

  private static String complainOfDelays(List<Duration> delays) {
    return delays.stream().anyMatch(delay -> delay.toMillis() < 1 || delay.toMillis() > 10_000)
        ? "must be 1ms to 10s"
        : KeyChecks.complainOfList(delays);
  }
}
