package io.rvi.bench.report;

import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.Claims;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DurabilityPlan;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.OutagePlan;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RatePlan;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.experiment.SlowPlan;
import io.rvi.bench.result.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plan, findings and decision table as the JSON files of a bundle, and back. */
public final class RunJson {
  /** Where the plan lies in a bundle. */
  public static final String PLAN_PATH = "plan.json";

  /** Where what each step showed lies in a bundle. */
  public static final String FINDINGS_PATH = "raw/findings.json";

  /** Where the decision table lies in a bundle. */
  public static final String TABLE_PATH = "derived/decision-table.json";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private RunJson() {}

  /**
   * Plain data as JSON.
   *
   * @param data a plan, findings or a decision table
   */
  public static String write(Record data) {
    JsonNode tree = MAPPER.valueToTree(data);
    return Json.text(tree);
  }

  /**
   * Reads a decision table.
   *
   * @param text as {@link #write} made it
   * @throws IllegalArgumentException when it is not that
   */
  public static DecisionTable table(String text) {
    return read(text, DecisionTable.class);
  }

  /**
   * Reads what a run says of claims.
   *
   * @param text as {@link #write} made it; empty for no claims
   * @throws IllegalArgumentException when it is not that
   */
  static Claims claims(String text) {
    return text.isEmpty() ? new Claims(List.of()) : read(text, Claims.class);
  }

  /**
   * Reads findings.
   *
   * @param text as {@link #write} made it
   * @throws IllegalArgumentException when it is not that
   */
  public static Findings findings(String text) {
    return read(text, Findings.class);
  }

  /**
   * Reads a plan. Its steps are planned again, from the same seed.
   *
   * @param text as {@link #write} made it
   * @throws IllegalArgumentException when it is not that
   */
  public static Plan plan(String text) {
    JsonNode root = Json.parse(text);
    try {
      Shape shape = MAPPER.treeToValue(root.path("shape"), Shape.class);
      List<Cell> cells = List.of(MAPPER.treeToValue(root.path("cells"), Cell[].class));
      List<String> differences = new ArrayList<>();
      root.path("differences").forEach(difference -> differences.add(difference.asString()));
      return Plan.ofAll(
              root.path("name").asString(),
              root.path("seed").asLong(),
              root.path("repetitions").asInt(),
              shape,
              cells,
              new Plan.Trials(
                  optional(root, "outages", OutagePlan.class),
                  optional(root, "durability", DurabilityPlan.class),
                  optional(root, "slow", SlowPlan.class),
                  optional(root, "rate", RatePlan.class)))
          .withDifferences(differences);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not a plan: " + e.getOriginalMessage(), e);
    }
  }

  /** A part that plans of other experiments, and older ones, lack. */
  private static <T> @Nullable T optional(JsonNode root, String name, Class<T> type)
      throws JacksonException {
    JsonNode part = root.path(name);
    return part.isObject() ? MAPPER.treeToValue(part, type) : null;
  }

  /**
   * Reads plain data.
   *
   * @throws IllegalArgumentException when it is not that
   */
  static <T> T read(String text, Class<T> type) {
    try {
      return MAPPER.treeToValue(Json.parse(text), type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "not " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }
}
