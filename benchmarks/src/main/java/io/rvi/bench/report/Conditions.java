package io.rvi.bench.report;

import io.rvi.bench.result.Json;
import io.rvi.bench.result.ResultId;
import io.rvi.bench.result.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What stands under every figure of a report.
 *
 * @param standing the bundle and what it is good for
 * @param facts what the figures depend on: load, topology, machine, disk, versions
 * @param command the command that repeats the run
 */
public record Conditions(Standing standing, List<Fact> facts, String command) {
  /** Where a bundle holds its effective configuration. */
  public static final String CONFIG_PATH = "config/resolved.json";

  /** Where a bundle holds its environment. */
  public static final String ENV_PATH = "env/environment.json";

  /** Where a bundle holds its parity sheet. */
  public static final String PARITY_PATH = "config/parity.json";

  /** The conditions that stand under every figure. */
  private static final List<String> SUMMARISED =
      List.of("ratePerSecond", "recordBytes", "topology", "failureDetection", "disk", "machine");

  /** Copies the list. */
  public Conditions {
    facts = List.copyOf(facts);
  }

  /** The most important ones in a line. */
  String summary() {
    return SUMMARISED.stream()
        .flatMap(
            name ->
                facts.stream()
                    .filter(fact -> fact.name().equals(name))
                    .map(fact -> name + " " + fact.text().replaceAll(" \\([^()]*\\)$", "")))
        .collect(Collectors.joining("; "));
  }

  /**
   * A bundle and what it is good for.
   *
   * @param id its id
   * @param digest its digest
   * @param validity what its figures are good for
   * @param reasons why not more
   */
  public record Standing(String id, String digest, Validity validity, List<String> reasons) {
    /** Copies the list. */
    public Standing {
      reasons = List.copyOf(reasons);
    }

    /** Such as {@code DEGRADED: preview}. */
    String sentence() {
      return reasons.isEmpty() ? validity.toString() : validity + ": " + String.join("; ", reasons);
    }

    /** As {@link #sentence}, reasons that several cells share said once. */
    String summary() {
      Map<String, Integer> counts = new LinkedHashMap<>();
      reasons.forEach(
          reason -> counts.merge(reason.replaceFirst("^\\S+: (?=[A-Z ]+$)", ""), 1, Integer::sum));
      List<String> words = new ArrayList<>();
      counts.forEach(
          (reason, count) -> words.add(count == 1 ? reason : reason + " in " + count + " cells"));
      return words.isEmpty() ? validity.toString() : validity + ": " + String.join("; ", words);
    }

    /** {@code rvi:} and the digits that result ids begin with. */
    String citation() {
      return "rvi:" + digest.substring(0, ResultId.HEX_DIGITS);
    }
  }

  /**
   * One condition.
   *
   * @param name such as {@code disk}
   * @param text such as {@code ext4}
   */
  public record Fact(String name, String text) {}

  /**
   * The conditions of a bundle.
   *
   * @param standing which bundle
   * @param config the text of {@link #CONFIG_PATH}
   * @param environment the text of {@link #ENV_PATH}
   * @throws IllegalArgumentException when one of them is not what a run writes
   */
  public static Conditions of(Standing standing, String config, String environment) {
    JsonNode keys = Json.parse(config);
    JsonNode env = Json.parse(environment);
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("machine", machine(env)));
    facts.add(new Fact("load average at start", text(env, "machine", "loadAverageAtStart")));
    facts.add(new Fact("disk", disk(env)));
    facts.add(new Fact("jvm", text(env, "jvm", "name") + " " + text(env, "jvm", "version")));
    facts.add(new Fact("source", source(env.path("source"))));
    calibration(env.path("calibration"), facts);
    StringBuilder command = new StringBuilder("./rvi run");
    keys.properties()
        .forEach(
            entry -> {
              String value = entry.getValue().path("value").asString("");
              String origin = entry.getValue().path("origin").asString("");
              facts.add(new Fact(entry.getKey(), value + " (" + origin + ")"));
              if (!origin.equals("default") && !origin.startsWith("preset")) {
                command.append(" -P '").append(entry.getKey()).append('=');
                command.append(value.replace("'", "'\\''")).append('\'');
              }
            });
    return new Conditions(standing, facts, command.toString());
  }

  /** What was measured of the machine; nothing for a bundle that is older than that. */
  private static void calibration(JsonNode found, List<Fact> facts) {
    if (!found.isObject()) {
      return;
    }
    for (String part : List.of("fsync", "loopback", "hiccup")) {
      JsonNode sample = found.path(part);
      List<String> words = new ArrayList<>();
      for (int i = 0; i < sample.path("shares").size(); i++) {
        words.add(
            String.format(
                Locale.ROOT,
                "p%.0f %.1f us",
                sample.path("shares").get(i).asDouble() * 100,
                sample.path("quantilesUs").get(i).asDouble()));
      }
      long count = sample.path("count").asLong(0);
      facts.add(new Fact("calibration: " + part, String.join(", ", words) + "; of " + count));
    }
    facts.add(new Fact("calibration: timer grain", found.path("timerGrainNs").asLong(0) + " ns"));
    JsonNode noise = found.path("noise");
    facts.add(
        new Fact(
            "calibration: harness on the in-memory backend",
            noise.isObject()
                ? String.format(
                    Locale.ROOT,
                    "p50 %.1f us, p99 %.1f us, sender's lateness p99 %.1f us at %.0f a second",
                    noise.path("p50Us").asDouble(),
                    noise.path("p99Us").asDouble(),
                    noise.path("latenessP99Us").asDouble(),
                    noise.path("ratePerSecond").asDouble())
                : "not measured"));
  }

  private static String machine(JsonNode env) {
    return text(env, "machine", "processors")
        + " processors ("
        + text(env, "machine", "processorModel")
        + "), "
        + (env.path("machine").path("memoryBytes").asLong(0) >> 20)
        + " MiB, "
        + text(env, "system", "name")
        + " "
        + text(env, "system", "version")
        + " "
        + text(env, "system", "architecture");
  }

  private static String disk(JsonNode env) {
    boolean isInMemory = env.path("disk").path("inMemory").asBoolean(false);
    return text(env, "disk", "fileSystem")
        + (isInMemory ? ", in memory: fsync costs nothing here" : "");
  }

  private static String source(JsonNode source) {
    String commit = source.path("commit").asString("");
    if (commit.isEmpty()) {
      return source.path("note").asString("unknown");
    }
    return "commit " + commit + (source.path("modified").asBoolean(false) ? ", modified" : "");
  }

  private static String text(JsonNode env, String group, String name) {
    return env.path(group).path(name).asString("unknown");
  }
}
