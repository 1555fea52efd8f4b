package io.rvi.bench.config;

import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import java.time.Duration;
import java.util.List;

/** The keys of experiment {@code rate}. */
final class RateKeys {
  /** Slower ones have no percentile within a rung; faster ones are beyond a single sender. */
  private static final int RATE_MIN = 10;

  private static final int RATE_MAX = 100_000;

  static final Setting<List<Integer>> RATES =
      new Setting<>(
          "rates",
          RunKeys.listOf(SettingType.INT),
          "100, 200, 500, 1000, 2000, 5000, 10000",
          "Appends a second that experiment rate offers, ascending; it goes no higher than the"
              + " first rate that is missed.",
          RateKeys::complainOfRates);

  static final Setting<Duration> TIME =
      new Setting<>(
          "rateTime",
          SettingType.DURATION,
          "10s",
          "How long each of rates is offered; the first third does not count.",
          value ->
              value.toMillis() < 1_000 || value.toMillis() > 600_000 ? "must be 1s to 10min" : "");

  static final Setting<Duration> LATENCY_MAX =
      new Setting<>(
          "rateLatencyMax",
          SettingType.DURATION,
          "50ms",
          "The p99 that a rate may have, at the most, to count as sustained.",
          value -> value.isZero() || value.toMillis() > 60_000 ? "must be 1us to 60s" : "");

  static final Setting<Integer> STEPS =
      new Setting<>(
          "rateSteps",
          SettingType.INT,
          "2",
          "Further rates offered between the highest one that is sustained and the next higher one"
              + " that is not; 0: none.",
          value -> value < 0 || value > 10 ? "must be 0 to 10" : "");

  static final Setting<List<Integer>> REPLICAS =
      new Setting<>(
          "rateReplicas",
          RunKeys.listOf(SettingType.INT),
          "3",
          "The replica counts of clusters that rates are offered to.",
          KeyChecks::complainOfCounts);

  private RateKeys() {}

  static List<Setting<?>> all() {
    return List.of(RATES, TIME, LATENCY_MAX, STEPS, REPLICAS);
  }

  private static String complainOfRates(List<Integer> rates) {
    for (int i = 0; i < rates.size(); i++) {
      if (rates.get(i) < RATE_MIN || rates.get(i) > RATE_MAX) {
        return "must be " + RATE_MIN + " to " + RATE_MAX + " appends a second";
      }
      if (i > 0 && rates.get(i) <= rates.get(i - 1)) {
        return "must ascend, and " + rates.get(i) + " comes after " + rates.get(i - 1);
      }
    }
    return "";
  }
}
