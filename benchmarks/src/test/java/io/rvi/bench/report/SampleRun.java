package io.rvi.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rvi.bench.check.AppendOutcome;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleIndex;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.Section;
import io.rvi.bench.result.Validity;
import io.rvi.bench.stats.SampleSize;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A whole bundle whose raw files are drawn from a seed: every drawing has data, forks carry
 * intervals. Nothing in it was measured; all that is derived really follows from its raw files.
 */
public final class SampleRun {
  private static final int WARM_UP_S = 1;
  private static final int MEASURED_S = 4;
  private static final int RATE = 500;
  private static final long OUTAGE_MS = 600;
  private static final int RUNG_S = 3;
  private static final int CLIMBS_MAX = 2;

  private static final String CELL_LOAD = "latency";

  /** What each backend bears, a second, when rates are offered to it. */
  private static final int BORNE = 3_000;

  private final Path parent;
  private final int repetitions;
  private final String prefix;
  private final double slowdown;
  private final Random random = new Random(20261129L);

  private SampleRun(Path parent, int repetitions, String prefix, double slowdown) {
    this.parent = parent;
    this.repetitions = repetitions;
    this.prefix = prefix;
    this.slowdown = slowdown;
  }

  /**
   * Writes a bundle and the index of its directory.
   *
   * @param parent the directory of bundles
   * @param repetitions forks of each cell
   */
  public static Bundle write(Path parent, int repetitions) throws IOException {
    return new SampleRun(parent, repetitions, "", 1).write();
  }

  /** As above, each text that comes from configuration begun with a prefix. */
  static Bundle write(Path parent, int repetitions, String prefix) throws IOException {
    return new SampleRun(parent, repetitions, prefix, 1).write();
  }

  /** As above, each response so many times as long. */
  static Bundle write(Path parent, int repetitions, double slowdown) throws IOException {
    return new SampleRun(parent, repetitions, "", slowdown).write();
  }

  private Bundle write() throws IOException {
    Plan plan = RunJson.plan(Json.text(planTree()));
    BundleWriter writer =
        BundleWriter.create(
            parent, Instant.parse("2026-01-02T03:04:05Z"), RunJson.write(plan).getBytes(UTF_8));
    writer.add(Section.CONFIG, "resolved.json", config());
    writer.add(
        Section.CONFIG,
        "parity.json",
        "{\"linger\":{\"isr\":\"" + prefix + "0ms\",\"raft\":\"0ms\",\"equal\":true}}\n");
    writer.add(
        Section.ENV,
        "environment.json",
        "{\"machine\":{\"processors\":2},\"system\":{\"name\":\""
            + prefix
            + "made up\"},"
            + "\"jvm\":{},\"disk\":{\"fileSystem\":\"none\"},\"source\":{},\"libraries\":{}}\n");
    String found = Json.text(findings(writer));
    writer.add(Section.RAW, "findings.json", found);
    String digest = writer.seal();
    Findings findings = RunJson.findings(found);
    Derived derived = Derived.of(writer.directory(), plan, findings);
    derived.write(writer);
    List<String> reasons = List.of(prefix + "made up for a test");
    Conditions conditions =
        Conditions.of(
            new Conditions.Standing(writer.id(), digest, Validity.DEGRADED, reasons),
            read(writer, Conditions.CONFIG_PATH),
            read(writer, Conditions.ENV_PATH));
    Map<String, String> report =
        ReportFiles.of(
            derived,
            conditions,
            read(writer, RunJson.PLAN_PATH),
            read(writer, Conditions.PARITY_PATH),
            ReportFiles.sideTables(plan, findings));
    for (Map.Entry<String, String> entry : report.entrySet()) {
      writer.add(Section.REPORT, entry.getKey(), entry.getValue());
    }
    writer.close(Validity.DEGRADED, reasons);
    new BundleIndex(parent).update();
    return Bundle.open(writer.directory());
  }

  private static String read(BundleWriter writer, String path) throws IOException {
    return Files.readString(writer.directory().resolve(path));
  }

  private String config() {
    ObjectNode root = Json.object();
    Map.of("ratePerSecond", "500", "recordBytes", "1KiB", "failureDetection", "600ms")
        .forEach(
            (key, value) ->
                root.putObject(key)
                    .put("value", value)
                    .put("origin", "default")
                    .put("meaning", ""));
    root.putObject("work").put("value", prefix + "w").put("origin", "command line");
    return Json.text(root);
  }

  private ObjectNode planTree() {
    ObjectNode root = Json.object().put("name", "sample").put("seed", 7);
    root.put("repetitions", repetitions);
    root.putObject("shape")
        .put("ratePerSecond", (double) RATE)
        .put("warmUp", "PT" + WARM_UP_S + "S")
        .put("measured", "PT" + MEASURED_S + "S")
        .put("saturation", "PT4S")
        .put("resumeMax", "PT10S");
    ArrayNode cells = root.putArray("cells");
    for (String backend : List.of("isr", "raft")) {
      for (int replicas : new int[] {2, 3, 5}) {
        cell(cells.addObject(), backend, replicas).put("crashes", true);
      }
    }
    ObjectNode rate = root.putObject("rate");
    ArrayNode offered = rate.putArray("cells");
    List.of("isr", "raft")
        .forEach(backend -> cell(offered.addObject(), backend, 3).put("crashes", false));
    rate.putArray("ladder").add(500).add(2_000).add(4_000).add(8_000);
    rate.put("length", "PT" + RUNG_S + "S").put("warmUp", "PT1S").put("latencyMax", "PT0.05S");
    rate.put("steps", 1).put("clusters", Math.min(repetitions, CLIMBS_MAX));
    return root;
  }

  private static ObjectNode cell(ObjectNode cell, String backend, int replicas) {
    cell.put("backend", backend).put("replicas", replicas);
    cell.put("flush", "NONE").put("recordBytes", 1_024).put("topology", "PROCESSES");
    cell.putObject("settings");
    return cell;
  }

  private ObjectNode findings(BundleWriter writer) throws IOException {
    ObjectNode root = Json.object();
    ArrayNode cells = root.putArray("cells");
    for (String backend : List.of("isr", "raft")) {
      for (int replicas : new int[] {2, 3, 5}) {
        String cell = backend + "-n" + replicas + "-none-1024";
        for (int fork = 0; fork < repetitions; fork++) {
          ObjectNode node = cells.addObject().put("cell", cell).put("fork", fork);
          String directory = String.format(Locale.ROOT, "%s/f%02d/", cell, fork);
          double medianMs = replicas * (backend.equals("isr") ? 0.1 : 0.3);
          node.set(
              "load", load(writer, directory, new Load(CELL_LOAD, RATE, MEASURED_S, medianMs)));
          int tolerated = backend.equals("isr") ? replicas - 1 : (replicas - 1) / 2;
          node.set("crash", crash(writer, directory, replicas, tolerated));
          node.putNull("failure");
        }
      }
    }
    ArrayNode floors = root.putArray("floors");
    for (int replicas : new int[] {2, 3, 5}) {
      for (int acks : List.of(replicas - 1, replicas / 2)) {
        ObjectNode floor = floors.addObject();
        floor.put("floor", "floor-n" + replicas + "-a" + acks + "-none-1024").put("fork", 0);
        floor.put("closedP50Ns", 50_000).put("closedP99Ns", 90_000);
        floor.put("pacedP50Ns", 40_000 + 10_000L * acks).put("operations", 1_000);
        floor.putNull("failure");
      }
    }
    root.set("outages", outages());
    root.set("rate", climbs(writer));
    root.put("complete", true);
    return root;
  }

  /** Ten events of each of two classes at n = 3; one isr follower's outage does not end. */
  private ArrayNode outages() {
    ArrayNode outages = Json.object().putArray("outages");
    for (String backend : List.of("isr", "raft")) {
      ObjectNode node = outages.addObject().put("cell", backend + "-n3-none-1024").put("fork", 0);
      node.put("seed", 7).put("detectionMs", OUTAGE_MS).putNull("audit").putNull("counts");
      node.putNull("failure");
      ArrayNode trials = node.putArray("trials");
      for (int i = 0; i < 20; i++) {
        long from = i * 5_000_000_000L;
        boolean isEnded = !backend.equals("isr") || i != 19;
        ObjectNode trial = trials.addObject();
        trial.put("event", i < 10 ? "LEADER_KILL" : "FOLLOWER_KILL").put("what", prefix + "kill");
        trial.put("proof", "made up").putNull("voidBecause").put("victimControlled", false);
        trial
            .putObject("times")
            .put("injectedNs", from)
            .put("effectiveNs", from + 1)
            .put("healedNs", from + 3_000_000_000L)
            .put("levelNs", from + 4_000_000_000L)
            .putNull("epochSeenNs")
            .putNull("leaderSeenNs")
            .putNull("lookEveryMaxNs");
        long gapMs = isEnded ? OUTAGE_MS - 100 + random.nextInt(300) : 3_000;
        trial
            .putObject("gap")
            .put("fromNs", from)
            .put("toNs", from + gapMs * 1_000_000)
            .put("ended", isEnded)
            .put("bandNs", 1_000_000)
            .putNull("backNs")
            .putNull("healGapNs");
      }
    }
    return outages;
  }

  /** Up to the first rate that is missed, and one step down from it. */
  private ArrayNode climbs(BundleWriter writer) throws IOException {
    ArrayNode climbs = Json.object().putArray("rate");
    for (String backend : List.of("isr", "raft")) {
      for (int fork = 0; fork < Math.min(repetitions, CLIMBS_MAX); fork++) {
        String cell = backend + "-n3-none-1024";
        ObjectNode climb = climbs.addObject().put("cell", cell).put("fork", fork);
        ArrayNode rungs = climb.putArray("rungs");
        for (int rate : new int[] {500, 2_000, 4_000, 2_828}) {
          Load load =
              new Load("rung-" + rate, rate, RUNG_S - WARM_UP_S, backend.equals("isr") ? 0.3 : 0.9);
          String directory = String.format(Locale.ROOT, "rate-%s/f%02d/", cell, fork);
          rungs
              .addObject()
              .put("rate", rate)
              .put("step", rate == 2_828)
              .set("load", load(writer, directory, load));
        }
        climb.putNull("failure");
      }
    }
    return climbs;
  }

  /** An open loop after {@link #WARM_UP_S} that does not count, as its files are named. */
  private record Load(String name, int rate, int measuredS, double medianMs) {
    boolean isOfCell() {
      return name.equals(CELL_LOAD);
    }

    /** That of a cell is taken for longer than it is, so that there are tails to show. */
    boolean carries(double quantile, long samples) {
      return isOfCell() ? quantile < 0.999 : SampleSize.carries(quantile, samples);
    }
  }

  private ObjectNode load(BundleWriter writer, String directory, Load load) throws IOException {
    List<String> lines = new ArrayList<>();
    Histogram response = new Histogram(3);
    for (int i = 0; i < (WARM_UP_S + load.measuredS()) * load.rate(); i++) {
      long intended = i * 1_000_000_000L / load.rate();
      long sent = intended + 2_000 + random.nextInt(1_000);
      double responseNs = 50_000 + 1e6 * load.medianMs() * Math.exp(random.nextGaussian());
      long queuedNs = load.rate() > BORNE ? i * 1_000_000_000L / BORNE - intended : 0;
      long ended = intended + queuedNs + (long) (slowdown * responseNs);
      lines.add(intended + "," + sent + "," + ended + ",committed");
      response.recordValue(ended - intended);
    }
    Path file = writer.raw(directory + load.name() + ".csv.gz");
    gzip(file, lines);
    log(writer.raw(directory + load.name() + ".hlog"), response);
    long fromNs = WARM_UP_S * 1_000_000_000L;
    OperationTimes times =
        OperationTimes.read(file, fromNs, fromNs + load.measuredS() * 1_000_000_000L);
    double achieved = times.ackedWithin() / (double) load.measuredS();
    ObjectNode node = Json.object();
    node.put("targetPerSecond", (double) load.rate()).put("achievedPerSecond", achieved);
    for (Map.Entry<String, Double> entry :
        new TreeMap<>(Map.of("p50", 0.5, "p99", 0.99, "p999", 0.999)).entrySet()) {
      ObjectNode percentile = node.putObject(entry.getKey()).put("quantile", entry.getValue());
      percentile.put("valueNs", times.valueNs(entry.getValue())).put("atLeast", false);
      percentile.put("carried", load.carries(entry.getValue(), times.intended()));
      percentile.put("samples", times.intended());
    }
    node.put("serviceP50Ns", 1).put("latenessP99Ns", times.latenessNs(0.99));
    node.set("counts", counts(times.intended()));
    node.put("saturated", load.rate() > BORNE).put("senderLate", false);
    node.put("throughputPerSecond", 10_000 / load.medianMs());
    node.set("throughputCounts", counts(1_000));
    String prefix = load.isOfCell() ? "" : load.name() + ".";
    node.set("conditions", conditions(writer, directory + prefix));
    return node;
  }

  private static ObjectNode conditions(BundleWriter writer, String directory) throws IOException {
    ObjectNode node = Json.object().put("measuredNs", MEASURED_S * 1_000_000_000L);
    node.put("senderRealTime", true).put("senderCores", 0.02).put("harnessCores", 0.2);
    node.put("leaderMoves", 0);
    ArrayNode jvms = node.putArray("jvms");
    jvms.addObject()
        .put("process", "harness")
        .put("collectorNs", 2_000_000)
        .put("stoppedNs", 2_000_000)
        .put("longestNs", 0);
    Files.writeString(
        writer.raw(directory + "n1.gc.log"),
        "[3.100s][safepoint] Safepoint \"Cleanup\", Time since last: 9 ns, Total: 70000 ns\n");
    jvms.addObject()
        .put("process", "n1")
        .put("collectorNs", 0)
        .put("stoppedNs", 70_000)
        .put("longestNs", 70_000);
    return node;
  }

  private ObjectNode crash(BundleWriter writer, String directory, int replicas, int tolerated)
      throws IOException {
    List<String> lines = new ArrayList<>();
    ObjectNode node = Json.object();
    ArrayNode kills = node.putArray("kills");
    long atMs = 500;
    long acked = 0;
    for (int down = 1; down <= replicas; down++) {
      long outageMs = OUTAGE_MS + random.nextInt(200);
      for (long ms = atMs - 500; ms < atMs; ms += 5) {
        if (down <= tolerated + 1) {
          lines.add(
              ms * 1_000_000 + "," + ms * 1_000_000 + "," + (ms + 1) * 1_000_000 + ",committed");
          acked++;
        }
      }
      ObjectNode kill = kills.addObject();
      kill.putObject("node").put("value", down);
      kill.put("leader", down == 1).put("downAfter", down).put("atMs", atMs);
      if (down <= tolerated) {
        kill.put("resumed", true).put("outageNs", outageMs * 1_000_000);
      } else {
        kill.put("resumed", down == tolerated + 1 ? Boolean.FALSE : null);
        kill.putNull("outageNs");
      }
      atMs += outageMs + 600;
    }
    gzip(writer.raw(directory + "crash.csv.gz"), lines);
    history(writer.raw(directory + "crash.history"), acked);
    ObjectNode audit = node.putObject("audit").put("acked", acked).put("lost", 0);
    audit.put("unavailable", 0).put("duplicated", 0).put("unknownFound", 0);
    audit.putObject("violations");
    audit.putArray("lines");
    node.set("counts", counts(acked));
    node.put("restartedAfterMs", 900);
    return node;
  }

  /** Appends one after the other, each found where it was acknowledged. */
  private static void history(Path file, long acked) throws IOException {
    HistoryEvent.Begun begun = new HistoryEvent.Begun("crash-0", List.of("node-1"));
    try (HistoryWriter history = new HistoryWriter(file, begun)) {
      List<HistoryEvent.Observed> records = new ArrayList<>();
      for (int i = 0; i < acked; i++) {
        long at = i * 1_000L;
        history.record(
            new HistoryEvent.Append(0, i, i, at, at, at + 1, AppendOutcome.COMMITTED, i));
        records.add(new HistoryEvent.Observed(i, 0, i, i));
      }
      long end = acked * 1_000L;
      history.record(
          new HistoryEvent.ScanBegun(0, HistoryEvent.ScanKind.LIVE, "reader", acked, end));
      history.record(new HistoryEvent.Scanned(0, records));
      history.record(new HistoryEvent.ScanEnded(0, ""));
    }
  }

  private static ObjectNode counts(long committed) {
    ObjectNode node = Json.object();
    node.putObject("byOutcome").put("COMMITTED", committed);
    return node;
  }

  private static void gzip(Path file, List<String> lines) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(
          ("intended_ns,sent_ns,ended_ns,outcome\n" + String.join("\n", lines) + "\n")
              .getBytes(UTF_8));
    }
  }

  private static void log(Path file, Histogram response) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputComment("[Values: nanoseconds; made up]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(0);
      writer.outputLegend();
      response.setTag("write.response");
      response.setStartTimeStamp(0);
      response.setEndTimeStamp(1_000);
      writer.outputIntervalHistogram(response);
    }
  }
}
