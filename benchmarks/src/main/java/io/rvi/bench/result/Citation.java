package io.rvi.bench.result;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a figure, or a whole bundle, is quoted: always with the id, the date, the bundle's validity
 * and what limits it.
 *
 * @param bundle a complete bundle
 */
public record Citation(Bundle bundle) {
  private static final String TITLE = "Raft versus ISR: measured result bundle";

  /** The author that citations name: the project, not a person. */
  private static final String AUTHOR = "rvi project";

  /** Forms of a citation. */
  public enum Style {
    /** A sentence. */
    TEXT,
    /** A BibTeX entry. */
    BIBTEX,
    /** A Citation File Format document. */
    CFF,
    /** An item of CSL-JSON, which reference managers import. */
    CSL
  }

  /**
   * Cites the bundle.
   *
   * @param style in which form
   * @throws BundleException when the bundle is incomplete
   */
  public String of(Style style) throws BundleException {
    return of(style, key(), "");
  }

  /**
   * Cites one figure of the bundle.
   *
   * @param style in which form
   * @param figure which
   * @throws BundleException when the bundle is incomplete
   */
  public String of(Style style, CitedFigure figure) throws BundleException {
    ResultId id = new ResultId(key().substring("rvi:".length()), figure.id());
    String finding = figure.id() + " = " + figure.text();
    return of(
        style,
        id.toString(),
        figure.note().isEmpty() ? finding : finding + " (" + figure.note() + ")");
  }

  private String of(Style style, String id, String finding) throws BundleException {
    return switch (style) {
      case TEXT -> text(id, finding);
      case BIBTEX -> bibtex(id, finding);
      case CFF -> cff(id, finding);
      case CSL -> csl(id, finding);
    };
  }

  private String text(String id, String finding) throws BundleException {
    String subject = finding.isEmpty() ? TITLE : finding;
    return subject + ". " + AUTHOR + ", " + date() + ", " + id + " [" + standing() + "].\n";
  }

  private String bibtex(String id, String finding) throws BundleException {
    return String.join(
        "\n",
        "@misc{" + key().replace(':', '-') + ",",
        "  author = {{" + AUTHOR + "}},",
        "  title = {{" + TITLE + "}},",
        "  year = {" + date().substring(0, 4) + "},",
        "  howpublished = {" + tex(id) + "},",
        "  note = {" + tex((finding.isEmpty() ? "" : finding + "; ") + standing()) + "}",
        "}",
        "");
  }

  private String csl(String id, String finding) throws BundleException {
    ArrayNode items = Json.object().putArray("items");
    ObjectNode item = items.addObject();
    item.put("id", id);
    item.put("type", "dataset");
    item.put("title", TITLE);
    item.putArray("author").addObject().put("literal", AUTHOR);
    ArrayNode parts = item.putObject("issued").putArray("date-parts").addArray();
    for (String part : date().split("-", -1)) {
      parts.add(Integer.parseInt(part));
    }
    item.put("number", id);
    item.put("version", bundle.id());
    item.put("note", (finding.isEmpty() ? "" : finding + "; ") + standing());
    return Json.text(items);
  }

  private String cff(String id, String finding) throws BundleException {
    return cff(
        bundle.started().orElse(""), id, (finding.isEmpty() ? "" : finding + "; ") + standing());
  }

  /**
   * A Citation File Format document for a bundle that is just being written.
   *
   * @param started when its run began, ISO 8601, UTC
   * @param id what is cited
   * @param standing what the figures are good for
   */
  public static String cff(String started, String id, String standing) {
    return String.join(
        "\n",
        "cff-version: 1.2.0",
        "message: " + yaml("Cite a figure with its id; its validity is part of it."),
        "type: dataset",
        "title: " + yaml(TITLE),
        "authors:",
        "  - name: " + yaml(AUTHOR),
        "date-released: " + started.replaceAll("T.*", ""),
        "identifiers:",
        "  - type: other",
        "    value: " + yaml(id),
        "abstract: " + yaml(standing),
        "");
  }

  private String key() throws BundleException {
    return "rvi:" + digest().substring(0, ResultId.HEX_DIGITS);
  }

  private String digest() throws BundleException {
    if (bundle.digest().isEmpty()) {
      throw new BundleException(
          "bundle " + bundle.id() + " cannot be cited: " + bundle.incompleteness(), null);
    }
    return bundle.digest().get();
  }

  private String date() {
    return bundle.started().orElse("").replaceAll("T.*", "");
  }

  private String standing() throws BundleException {
    List<String> reasons = bundle.reasons();
    return bundle.validity() + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
  }

  private static String tex(String text) {
    return text.replaceAll("[{}\\\\]", "").replaceAll("([#$%&_])", "\\\\$1");
  }

  private static String yaml(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + "\"";
  }
}
