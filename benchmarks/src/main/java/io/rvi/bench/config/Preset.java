package io.rvi.bench.config;

import java.util.Locale;
import java.util.Map;

/** A named set of values to start from; every one of them can be overridden. */
public enum Preset {
  /** A few seconds a cell, one and three replicas: shows that all works; measures nothing. */
  SMOKE,
  /** A first picture in minutes: one to five replicas. Its figures are a preview. */
  QUICK,
  /**
   * Failures tolerated and outages at one to five replicas, over many trials, and power losses at
   * three; an hour or so.
   */
  STANDARD,
  /** All experiments at one to seven replicas, with repetitions that carry intervals; a night. */
  FULL;

  /** The texts that it sets, by key. */
  Map<String, String> texts() {
    return switch (this) {
      case SMOKE ->
          Map.of(
              "replicas", "1, 3",
              "flush", "none",
              "ratePerSecond", "200",
              "warmup", "1s",
              "duration", "3s",
              "saturation", "1s",
              "resumeMax", "3s",
              "lossRecords", "0");
      case QUICK ->
          Map.of(
              "replicas", "1, 2, 3, 5",
              "flush", "none, group",
              "flushReplicas", "3",
              "ratePerSecond", "500",
              "warmup", "3s",
              "duration", "6s",
              "saturation", "2s",
              "resumeMax", "5s",
              "jmh", "true");
      case STANDARD ->
          Map.of(
              "experiment", "tolerance, outage, durability",
              "durabilityFlush", "none, group",
              "durabilityEvents", "ack-set, all",
              "replicas", "1, 2, 3, 4, 5",
              "flush", "none",
              "minInSync", "1, 2, majority",
              "repetitions", "3",
              "ratePerSecond", "200",
              "resumeMax", "5s");
      case FULL ->
          Map.ofEntries(
              Map.entry("experiment", "latency, tolerance, outage, slow, durability"),
              Map.entry("replicas", "1, 2, 3, 4, 5, 7"),
              Map.entry("flush", "none, group"),
              Map.entry("flushReplicas", "3"),
              Map.entry("minInSync", "1, 2, majority"),
              Map.entry("repetitions", "5"),
              Map.entry("ratePerSecond", "200"),
              Map.entry("warmup", "5s"),
              Map.entry("duration", "20s"),
              Map.entry("saturation", "6s"),
              Map.entry("resumeMax", "5s"),
              Map.entry("outageTrials", "50"),
              Map.entry("outageTrialsElsewhere", "10"),
              Map.entry("slowReplicas", "3, 5"),
              Map.entry("slowFollowers", "1, 2, 3"),
              Map.entry("slowTime", "20s"),
              Map.entry("linkCut", "60s"),
              Map.entry("durabilityReplicas", "3, 5"),
              Map.entry("durabilityTrials", "5"));
    };
  }

  /** The name as configuration has it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
