package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.result.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The decision table as the JSON file of a bundle. */
public final class DecisionTableJson {
  /** Where it lies in a bundle. */
  public static final String PATH = "derived/decision-table.json";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private DecisionTableJson() {}

  /**
   * The table as JSON.
   *
   * @param table the table
   */
  public static String write(DecisionTable table) {
    JsonNode tree = MAPPER.valueToTree(table);
    return Json.text(tree);
  }

  /**
   * Reads it back.
   *
   * @param text as {@link #write} made it
   * @throws IllegalArgumentException when it is not that
   */
  public static DecisionTable read(String text) {
    try {
      return MAPPER.treeToValue(Json.parse(text), DecisionTable.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not a decision table: " + e.getOriginalMessage(), e);
    }
  }
}
