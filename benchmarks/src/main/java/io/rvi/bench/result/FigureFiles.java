package io.rvi.bench.result;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All figures of a run as two files: JSON, and CSV with one row a figure (RFC 4180, header line,
 * decimal points in every locale). The files hold no result ids, as these follow from the raw data:
 * a figure's result id is the bundle's digest and the figure's own id.
 */
public final class FigureFiles {
  /** Where the JSON lies in a bundle. */
  public static final String JSON_PATH = "derived/figures.json";

  /** Where the CSV lies in a bundle. */
  public static final String CSV_PATH = "derived/figures.csv";

  /** Where the figures that drawings are made of lie, beside those of the decision table. */
  public static final String CURVES_JSON_PATH = "derived/curves.json";

  /** The same as CSV. */
  public static final String CURVES_CSV_PATH = "derived/curves.csv";

  /** Every file of figures that a bundle may have; no id is in two of them. */
  public static final List<String> JSON_PATHS = List.of(JSON_PATH, CURVES_JSON_PATH);

  private FigureFiles() {}

  /**
   * Writes both files.
   *
   * @param figures all of them, each id once
   * @param writer the bundle
   * @throws BundleException when a file cannot be written
   */
  public static void write(List<CitedFigure> figures, BundleWriter writer) throws BundleException {
    write(JSON_PATH, json(figures), writer);
    write(CSV_PATH, csv(figures), writer);
  }

  /**
   * Writes the figures that drawings are made of, in both forms.
   *
   * @param figures all of them, each id once and none of the decision table's
   * @param writer the bundle
   * @throws BundleException when a file cannot be written
   */
  public static void writeCurves(List<CitedFigure> figures, BundleWriter writer)
      throws BundleException {
    write(CURVES_JSON_PATH, json(figures), writer);
    write(CURVES_CSV_PATH, csv(figures), writer);
  }

  private static void write(String path, String text, BundleWriter writer) throws BundleException {
    writer.add(Section.DERIVED, path.substring(Section.DERIVED.directory().length() + 1), text);
  }

  /**
   * The JSON text.
   *
   * @param figures all of them
   * @throws IllegalArgumentException when two have one id
   */
  public static String json(List<CitedFigure> figures) {
    refuseTwins(figures);
    ObjectNode root = Json.object();
    root.put("schema", "rvi-figures");
    root.put("version", 1);
    ArrayNode nodes = root.putArray("figures");
    figures.forEach(figure -> nodes.add(figure.json()));
    return Json.text(root);
  }

  /**
   * The CSV text.
   *
   * @param figures all of them
   * @throws IllegalArgumentException when two have one id
   */
  public static String csv(List<CitedFigure> figures) {
    refuseTwins(figures);
    StringBuilder csv =
        new StringBuilder("experiment,cell,metric,value,low,high,atLeast,forks,unit,note\r\n");
    for (CitedFigure figure : figures) {
      csv.append(
              String.join(
                  ",",
                  figure.id().experiment(),
                  figure.id().cell(),
                  figure.id().metric(),
                  plain(figure.value()),
                  plain(figure.low()),
                  plain(figure.high()),
                  Boolean.toString(figure.atLeast()),
                  Integer.toString(figure.forks()),
                  quoted(figure.unit()),
                  quoted(figure.note())))
          .append("\r\n");
    }
    return csv.toString();
  }

  /**
   * Reads the JSON text back.
   *
   * @param text as {@link #json} wrote it
   * @throws IllegalArgumentException when it is not that
   */
  public static List<CitedFigure> parse(String text) {
    JsonNode nodes = Json.parse(text).path("figures");
    if (!nodes.isArray()) {
      throw new IllegalArgumentException("field figures is missing");
    }
    List<CitedFigure> figures = new ArrayList<>();
    for (JsonNode node : nodes) {
      figures.add(
          new CitedFigure(
              FigureId.parse(node.path("id").asString("")),
              number(node, "value"),
              number(node, "low"),
              number(node, "high"),
              node.path("atLeast").asBoolean(false),
              node.path("forks").asInt(0),
              node.path("unit").asString(""),
              node.path("note").asString("")));
    }
    return List.copyOf(figures);
  }

  private static void refuseTwins(List<CitedFigure> figures) {
    Set<FigureId> seen = new HashSet<>();
    for (CitedFigure figure : figures) {
      if (!seen.add(figure.id())) {
        throw new IllegalArgumentException("two figures are named " + figure.id());
      }
    }
  }

  private static @Nullable Double number(JsonNode node, String name) {
    return node.path(name).isNumber() ? node.path(name).asDouble() : null;
  }

  private static String plain(@Nullable Double value) {
    return value == null ? "" : CitedFigure.plain(value);
  }

  /**
   * A field in quotes where CSV needs them; a formula's first character is made plain text.
   *
   * @param text the field
   */
  public static String quoted(String text) {
    String safe = text.matches("(?s)[=+\\-@\\t].*") ? "'" + text : text;
    return safe.matches("(?s).*[,\"\\r\\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
