package io.rvi.bench.report;

import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Outages as empirical distributions: a panel for each class of events, a curve for each cell. A
 * run without outage trials has the first kills of its crash trials: later ones meet a cluster that
 * is not whole.
 */
final class OutageDrawing {
  static final String NAME = "outage";

  private static final Pattern TRIAL = Pattern.compile("([a-z-]+)\\.f\\d+\\.t\\d+");
  private static final Pattern FIRST_KILL = Pattern.compile("f\\d+\\.kill1-(leader|follower)");
  private static final int LEFT = 70;
  private static final int TOP = 62;
  private static final int CELL_WIDTH = 450;
  private static final int CELL_HEIGHT = 290;
  private static final int PANEL_WIDTH = 350;
  private static final int PANEL_HEIGHT = 200;

  private static final List<Scale.Tick> SHARES =
      List.of(
          new Scale.Tick(0, "0 %"),
          new Scale.Tick(0.25, "25 %"),
          new Scale.Tick(0.5, "50 %"),
          new Scale.Tick(0.75, "75 %"),
          new Scale.Tick(1, "100 %"));

  private final ReportData data;
  private final List<CitedFigure> used = new ArrayList<>();

  OutageDrawing(ReportData data) {
    this.data = data;
  }

  /** Outages of one class of events in one cell, ascending. */
  private record Sample(String event, String cell, List<CitedFigure> outages) {
    /** The middle one; those that did not end are the longest. */
    CitedFigure median() {
      return outages.get((outages.size() - 1) / 2);
    }
  }

  Drawing drawing() {
    List<Sample> samples = samples(TRIAL);
    boolean isOfTrials = !samples.isEmpty();
    samples = isOfTrials ? samples : samples(FIRST_KILL);
    if (samples.isEmpty()) {
      return Drawing.leftOut(
          NAME,
          "How long writes stand still when a replica is killed",
          "No event of this run is among the bundle's figures: its cells have no crashes, or an"
              + " earlier rvi wrote it.");
    }
    String title = title(samples);
    String caption =
        "Share of events after which writes had resumed within a time, from the last ack before to"
            + " the first one after the longest gap, seen by an open loop. Each point is one event,"
            + " a curve a cell. "
            + (isOfTrials
                ? "Hollow: not resumed when the event was undone, so at least that long. "
                : "Only the first kill of each crash trial: leader or follower. ")
            + (detectionMs().isPresent()
                ? "Dashed: the mean time to detection that all were set to."
                : "");
    return new Drawing(NAME, title, caption, draw(samples, title), used);
  }

  private static String title(List<Sample> samples) {
    List<String> words = new ArrayList<>();
    for (Sample sample : samples) {
      boolean isLeader = sample.event().equals("leader-kill") || sample.event().equals("leader");
      if (isLeader && sample.cell().contains("-n3-")) {
        words.add(
            String.format(
                Locale.ROOT,
                "%s %s%.0f ms (%d kills)",
                sample.cell().replaceAll("-.*", ""),
                sample.median().atLeast() ? ">= " : "",
                at(sample.median()),
                sample.outages().size()));
      }
    }
    return words.isEmpty()
        ? "How long writes stand still, by class of events"
        : "Median outage after the leader's kill at n = 3: " + String.join(", ", words);
  }

  private List<Sample> samples(Pattern form) {
    Map<String, Sample> samples = new LinkedHashMap<>();
    for (CitedFigure figure : data.book().all()) {
      Matcher metric = form.matcher(figure.id().metric());
      boolean isOne =
          figure.id().experiment().equals("outage") && figure.value() != null && metric.matches();
      if (isOne && !metric.group(1).equals("none")) {
        String cell = figure.id().cell();
        samples
            .computeIfAbsent(
                metric.group(1) + " " + cell,
                key -> new Sample(metric.group(1), cell, new ArrayList<>()))
            .outages()
            .add(figure);
      }
    }
    List<Sample> all = new ArrayList<>(samples.values());
    Comparator<CitedFigure> byLength =
        Comparator.comparing(CitedFigure::atLeast).thenComparingDouble(OutageDrawing::at);
    all.forEach(sample -> sample.outages().sort(byLength));
    all.sort(Comparator.comparing(Sample::event).reversed().thenComparing(Sample::cell));
    return all;
  }

  private static double at(CitedFigure figure) {
    Double value = figure.value();
    return value == null ? 0 : value;
  }

  private Svg draw(List<Sample> samples, String title) {
    List<String> events =
        samples.stream().map(Sample::event).distinct().sorted(Comparator.reverseOrder()).toList();
    Svg svg = new Svg(2 * CELL_WIDTH, TOP - 10 + (events.size() + 1) / 2 * CELL_HEIGHT, title);
    svg.key(data.backends(), LEFT, 18);
    Optional<Double> detection = detectionMs();
    for (int i = 0; i < events.size(); i++) {
      String event = events.get(i);
      List<Sample> own = samples.stream().filter(s -> s.event().equals(event)).toList();
      double most =
          own.stream()
              .flatMap(sample -> sample.outages().stream())
              .mapToDouble(OutageDrawing::at)
              .max()
              .orElse(1);
      Panel.Box box =
          new Panel.Box(
              LEFT + (i % 2) * CELL_WIDTH, TOP + (i / 2) * CELL_HEIGHT, PANEL_WIDTH, PANEL_HEIGHT);
      Scale across = Scale.linear(Math.max(most, detection.orElse(0.0)) * 1.05);
      Panel panel = new Panel(svg, box, across, new Scale(0, 1, false, SHARES));
      panel.titles(event.replace('-', ' '), "outage (ms)", "share of events");
      detection.ifPresent(ms -> panel.place(ms, "", 0));
      own.forEach(sample -> draw(sample, panel, svg));
    }
    return svg;
  }

  private void draw(Sample sample, Panel panel, Svg svg) {
    String backend =
        data.backends().stream()
            .filter(name -> sample.cell().startsWith(name + "-n"))
            .findFirst()
            .orElse("");
    String series = Svg.series(data.backends(), backend);
    List<double[]> steps = new ArrayList<>();
    steps.add(new double[] {at(sample.outages().get(0)), 0});
    double count = sample.outages().size();
    int ended = 0;
    for (CitedFigure figure : sample.outages()) {
      double x = at(figure);
      steps.add(new double[] {x, ended / count});
      // One that had not ended when it was undone adds nothing to the share that had.
      ended += figure.atLeast() ? 0 : 1;
      steps.add(new double[] {x, ended / count});
      used.add(figure);
    }
    panel.line(series, steps);
    ended = 0;
    for (CitedFigure figure : sample.outages()) {
      ended += figure.atLeast() ? 0 : 1;
      svg.beginMark(
          series,
          figure.id().toString(),
          sample.cell() + ", " + sample.event().replace('-', ' ') + ": " + figure.shortText());
      svg.point(series, figure.atLeast(), panel.x(at(figure)), panel.y(ended / count));
      svg.endMark();
    }
  }

  /** Failure detection as configured, where it was the same for all. */
  private Optional<Double> detectionMs() {
    return data.conditions().facts().stream()
        .filter(fact -> fact.name().equals("failureDetection"))
        .map(fact -> fact.text().replaceAll(" .*", ""))
        .filter(text -> text.matches("\\d+ms"))
        .map(text -> Double.valueOf(text.replace("ms", "")))
        .findFirst();
  }
}
