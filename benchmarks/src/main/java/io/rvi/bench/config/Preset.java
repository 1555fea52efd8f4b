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
  STANDARD;

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
    };
  }

  /** The name as configuration has it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
