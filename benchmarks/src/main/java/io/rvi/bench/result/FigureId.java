package io.rvi.bench.result;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one figure of a run: {@code experiment/cell/metric}. Each part is made of letters, digits
 * and {@code . _ = -}, so that an id can stand in a shell command, a file name and a URL.
 *
 * @param experiment such as {@code latency}
 * @param cell such as {@code isr-n3-none}
 * @param metric such as {@code append.response.p99}
 */
public record FigureId(String experiment, String cell, String metric) {
  private static final String PART = "[A-Za-z0-9._=-]{1,100}";
  private static final Pattern FORM =
      Pattern.compile("(" + PART + ")/(" + PART + ")/(" + PART + ")");

  /** Checks each part. */
  public FigureId {
    if (!FORM.matcher(experiment + "/" + cell + "/" + metric).matches()) {
      throw new IllegalArgumentException(
          "a figure's id is experiment/cell/metric of letters, digits and ._=-, not \""
              + experiment
              + "/"
              + cell
              + "/"
              + metric
              + "\"");
    }
  }

  /**
   * Parses {@code experiment/cell/metric}.
   *
   * @param text the text
   * @throws IllegalArgumentException naming the text when it is not of that form
   */
  public static FigureId parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected experiment/cell/metric of letters, digits and ._=-, not \"" + text + "\"");
    }
    return new FigureId(matcher.group(1), matcher.group(2), matcher.group(3));
  }

  @Override
  public String toString() {
    return experiment + "/" + cell + "/" + metric;
  }
}
