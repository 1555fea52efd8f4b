package io.rvi.bench.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

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
  FULL,
  /**
   * Latency at three replicas, the backends equal in all that they can be equal in, with
   * repetitions that carry intervals; half an hour.
   */
  PARITY,
  /**
   * As {@link #PARITY}, but with isr as Apache Kafka is delivered: the defaults of its 4.0
   * configuration reference, of its 3.9 one where ZooKeeper is concerned. A DEGRADED pair.
   */
  KAFKA_DEFAULTS,
  /** As {@link #PARITY}, but with raft as Apache Ratis 3.3.0 is delivered. A DEGRADED pair. */
  RATIS_DEFAULTS;

  private static final Map<String, String> LATENCY_AT_THREE =
      Map.of(
          "experiment", "latency",
          "replicas", "3",
          "flush", "none, group",
          "repetitions", "10",
          "ratePerSecond", "500",
          "warmup", "5s",
          "duration", "10s",
          "saturation", "4s",
          "crashes", "false");

  private static final Map<String, String> ALL_EXPERIMENTS =
      Map.ofEntries(
          Map.entry("experiment", "latency, tolerance, outage, slow, rate, durability"),
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
          Map.entry("rateReplicas", "3, 5"),
          Map.entry("durabilityReplicas", "3, 5"),
          Map.entry("durabilityTrials", "5"));

  private static final Map<String, String> KAFKA =
      Map.ofEntries(
          // Kafka leaves flushing to the system unless log.flush.interval.* are set.
          Map.entry("flush", "none"),
          Map.entry("isr.zookeeper.session.timeout", "18s"),
          Map.entry("isr.replica.lag.time.max", "30s"),
          Map.entry("isr.replica.fetch.wait.max", "500ms"),
          Map.entry("isr.replica.fetch.max.bytes", "1MiB"),
          Map.entry("isr.log.segment.bytes", "1GiB"),
          Map.entry("isr.min.insync.replicas", "1"),
          Map.entry("isr.linger", "5ms"),
          Map.entry("isr.batchBytes", "16KiB"),
          Map.entry("isr.pendingBytes", "32MiB"),
          Map.entry("isr.request.deadline", "2min"),
          Map.entry("allow", "linger,batchBytes,pendingBytes,request.deadline,failureDetection"));

  private static final Map<String, String> RATIS =
      Map.ofEntries(
          Map.entry("raft.raft.server.rpc.timeout.min", "150ms"),
          Map.entry("raft.raft.server.rpc.timeout.max", "300ms"),
          Map.entry("raft.raft.server.rpc.request.timeout", "3s"),
          Map.entry("raft.raft.server.leaderelection.leader.step-down.wait-time", "10s"),
          Map.entry("raft.raft.server.sleep.deviation.threshold", "300ms"),
          Map.entry("raft.raft.client.rpc.request.timeout", "3s"),
          Map.entry("raft.raft.server.log.force.sync.num", "128"),
          Map.entry("raft.raft.server.log.appender.buffer.byte-limit", "4MiB"),
          Map.entry("raft.raft.server.log.write.buffer.size", "8MiB"),
          Map.entry("raft.raft.server.log.log-metadata.enabled", "true"),
          Map.entry("raft.raft.server.log.append-entries.compose.enabled", "true"),
          Map.entry("raft.raft.server.log.read.lock.enabled", "true"),
          Map.entry("raft.raft.server.log.appender.retry.policy", "1ms,10, 1s,20, 5s,1000"),
          Map.entry("raft.raft.server.log.queue.element-limit", "4096"),
          Map.entry("raft.raft.server.write.element-limit", "4096"),
          Map.entry("raft.raft.server.log.segment.cache.num.max", "6"),
          Map.entry("raft.raft.server.log.segment.cache.size.max", "200MiB"),
          Map.entry("raft.raft.server.close.threshold", "60s"),
          Map.entry("raft.raft.server.retrycache.expirytime", "60s"),
          Map.entry("allow", "flush,failureDetection"));

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
      case FULL -> ALL_EXPERIMENTS;
      case PARITY -> LATENCY_AT_THREE;
      case KAFKA_DEFAULTS -> with(LATENCY_AT_THREE, KAFKA);
      case RATIS_DEFAULTS -> with(LATENCY_AT_THREE, RATIS);
    };
  }

  /** The name as configuration has it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Map<String, String> with(Map<String, String> base, Map<String, String> more) {
    Map<String, String> texts = new TreeMap<>(base);
    texts.putAll(more);
    return texts;
  }
}
