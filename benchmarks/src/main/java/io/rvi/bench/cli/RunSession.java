package io.rvi.bench.cli;

import io.rvi.bench.config.ParitySheet;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Runner;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.report.Conditions;
import io.rvi.bench.report.DecisionFigures;
import io.rvi.bench.report.DecisionHtml;
import io.rvi.bench.report.DecisionMarkdown;
import io.rvi.bench.report.DecisionText;
import io.rvi.bench.report.Rederivation;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Environment;
import io.rvi.bench.result.FigureFiles;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.ResultId;
import io.rvi.bench.result.Section;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One run, from its plan to its closed bundle. */
final class RunSession {
  private final Context context;
  private final RunConfig config;
  private final @Nullable Path file;
  private final ParitySheet parity;
  private final RunPlanner planner;
  private final WorkPlace workPlace;

  RunSession(Context context, RunConfig config, @Nullable Path file) {
    this.context = context;
    this.config = config;
    this.file = file;
    this.parity = ParitySheet.of(config, context.backends());
    this.planner = new RunPlanner(config);
    this.workPlace = new WorkPlace(config.work());
  }

  /**
   * Runs.
   *
   * @param json whether the decision table is printed as JSON
   * @return the exit code
   */
  int run(boolean json) throws IOException, StartException, InterruptedException {
    Plan plan = planner.plan();
    BundleWriter writer =
        BundleWriter.create(
            config.output(), Instant.now(), RunJson.write(plan).getBytes(StandardCharsets.UTF_8));
    context.terminal().say(plan.steps().size() + " steps; bundle " + writer.directory());
    try {
      workPlace.open();
      return measure(plan, writer, json);
    } catch (IOException | StartException | RuntimeException | Error e) {
      abandonAfter(e, writer);
      throw e;
    } finally {
      workPlace.close();
    }
  }

  /** The first failure is what the user is told; a second one on the way out goes with it. */
  private static void abandonAfter(Throwable failure, BundleWriter writer) {
    try {
      writer.abandon("it failed: " + failure.getMessage());
    } catch (BundleException e) {
      failure.addSuppressed(e);
    }
  }

  private int measure(Plan plan, BundleWriter writer, boolean json)
      throws IOException, StartException, InterruptedException {
    writeInputs(writer);
    boolean isDiskInMemory = Environment.isInMemory(config.work());
    Optional<Findings> findings;
    try (Lab lab = Lab.open(config.work());
        RunProgress progress = new RunProgress(context.terminal())) {
      Runner runner =
          new Runner(
              lab,
              config.work(),
              planner::tune,
              (step, name) ->
                  writer.raw(
                      String.format(Locale.ROOT, "%s/f%02d/%s", step.name(), step.fork(), name)),
              progress);
      Interruption interruption =
          new Interruption(context.terminal(), writer, runner::findings, progress, workPlace);
      findings = run(runner, plan, interruption);
    }
    return findings.isPresent()
        ? conclude(plan, findings.get(), writer, new Outcome(json, isDiskInMemory))
        : ExitCode.INTERRUPTED;
  }

  /** What the run showed, or empty when the process is told to end. */
  private static Optional<Findings> run(Runner runner, Plan plan, Interruption interruption)
      throws InterruptedException {
    interruption.arm();
    try {
      Findings findings = runner.run(plan);
      return interruption.disarm() ? Optional.of(findings) : Optional.empty();
    } catch (InterruptedException | RuntimeException | Error e) {
      interruption.disarm();
      throw e;
    }
  }

  /** How to end: whether the table is printed as JSON, and whether fsync cost nothing. */
  private record Outcome(boolean json, boolean isDiskInMemory) {}

  private void writeInputs(BundleWriter writer) throws IOException {
    if (file != null) {
      writer.add(Section.CONFIG, "input.yaml", Files.readAllBytes(file));
    }
    writer.add(Section.CONFIG, "resolved.json", ConfigJson.writePublic(config.assignments()));
    ObjectNode sheet = Json.object();
    for (ParitySheet.Row row : parity.rows()) {
      ObjectNode node = sheet.putObject(row.key());
      row.values().forEach(node::put);
      node.put("equal", row.isEqual());
    }
    writer.add(Section.CONFIG, "parity.json", Json.text(sheet));
    ObjectNode environment = Environment.capture(config.work());
    environment.put("rvi", VersionProvider.version());
    ObjectNode jvm = environment.putObject("nodeJvm");
    jvm.put("heapMiB", planner.jvm().heapMiB());
    jvm.put("flags", String.join(" ", planner.jvm().flags()));
    writer.add(Section.ENV, "environment.json", Json.text(environment));
  }

  private int conclude(Plan plan, Findings findings, BundleWriter writer, Outcome outcome)
      throws IOException {
    writer.add(Section.RAW, "findings.json", RunJson.write(findings));
    String digest = writer.seal();
    DecisionTable table = Tables.of(plan, findings);
    Verdict verdict =
        Verdict.of(table, findings.complete(), parity, config, outcome.isDiskInMemory());
    writer.add(Section.DERIVED, "decision-table.json", RunJson.write(table));
    FigureFiles.write(DecisionFigures.of(table), writer);
    Conditions conditions =
        Conditions.of(
            new Conditions.Standing(writer.id(), digest, verdict.validity(), verdict.reasons()),
            Files.readString(writer.directory().resolve(Conditions.CONFIG_PATH)),
            Files.readString(writer.directory().resolve(Conditions.ENV_PATH)));
    writer.add(Section.REPORT, "report.md", new DecisionMarkdown(table, conditions).text());
    writer.add(Section.REPORT, "report.html", new DecisionHtml(table, conditions).text());
    writer.addTop("README.md", BundleReadme.text(writer.id(), digest));
    writer.addTop("CITATION.cff", BundleReadme.citation(writer.started(), digest, verdict));
    writer.close(verdict.validity(), verdict.reasons());
    print(table, verdict, writer, outcome.json());
    context
        .terminal()
        .say("Cite a figure as rvi:" + digest.substring(0, ResultId.HEX_DIGITS) + "#<its id>.");
    return verdict.exitCode();
  }

  private void print(DecisionTable table, Verdict verdict, BundleWriter writer, boolean json) {
    Terminal terminal = context.terminal();
    if (json) {
      terminal.out().print(RunJson.write(table));
    } else {
      new DecisionText(table).lines(terminal.columns()).forEach(terminal::print);
    }
    terminal.say("");
    terminal.say(verdict.sentence());
    terminal.say(
        "Report: "
            + writer.directory().resolve(Rederivation.HTML_PATH)
            + "; rvi show and rvi"
            + " verify take the bundle "
            + writer.id());
  }
}
