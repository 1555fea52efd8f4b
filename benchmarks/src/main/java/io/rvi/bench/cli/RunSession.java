package io.rvi.bench.cli;

import io.rvi.bench.campaign.FaultFinding;
import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.config.ParitySheet;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DurabilityTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.experiment.Runner;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Calibration;
import io.rvi.bench.report.Conditions;
import io.rvi.bench.report.DecisionText;
import io.rvi.bench.report.Derived;
import io.rvi.bench.report.FaultFiles;
import io.rvi.bench.report.FaultTable;
import io.rvi.bench.report.Rederivation;
import io.rvi.bench.report.ReportFiles;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.report.SideTable;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleIndex;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Environment;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.ResultId;
import io.rvi.bench.result.Section;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One run, from its plan to its closed bundle. */
final class RunSession {
  private static final int JMH_FORKS = 1;

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
    planner.faultSteps(planner.plan()); // Refuses what cannot be before anything starts.
    workPlace.open();
    try {
      if (RunPlanner.needsVolumes(planner.plan())) {
        FaultSession.requireVolumes("durability", config.work());
      }
      Calibration calibration = new MachineCheck(config).calibrate();
      return run(
          planner.plan().withDifferences(parity.differences()).withCalibration(calibration),
          calibration,
          json);
    } finally {
      workPlace.close();
    }
  }

  private int run(Plan plan, Calibration calibration, boolean json)
      throws IOException, StartException, InterruptedException {
    List<FaultStep> faultSteps = planner.faultSteps(plan);
    BundleWriter writer =
        BundleWriter.create(
            config.output(), Instant.now(), RunJson.write(plan).getBytes(StandardCharsets.UTF_8));
    int steps = plan.steps().size() + faultSteps.size();
    context.terminal().say(steps + " steps; bundle " + writer.directory());
    try {
      writeInputs(writer, calibration);
      new FaultSession(writer).prepare(faultSteps, config.work());
      return measure(plan, faultSteps, writer, json);
    } catch (IOException | StartException | RuntimeException | Error e) {
      abandonAfter(e, writer);
      throw e;
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

  private int measure(Plan plan, List<FaultStep> faultSteps, BundleWriter writer, boolean json)
      throws IOException, StartException, InterruptedException {
    boolean isDiskInMemory = Environment.isInMemory(config.work());
    Optional<Shown> found;
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
      found =
          run(
              () -> shareClasses(lab, progress),
              runner,
              plan,
              () -> {
                new JmhSession(writer, config.work(), JMH_FORKS)
                    .run(planner.jmhCells(plan), progress);
                return new FaultSession(writer).run(faultSteps, lab, progress);
              },
              interruption);
    }
    return found.isPresent()
        ? conclude(plan, found.get(), writer, new Outcome(json, isDiskInMemory))
        : ExitCode.INTERRUPTED;
  }

  /** Servers that start in half the time leave the cores to what is measured. */
  private void shareClasses(Lab lab, RunProgress progress) throws InterruptedException {
    if (config.topology() != Topology.PROCESSES) {
      return;
    }
    try {
      lab.shareClasses();
    } catch (IOException e) {
      progress.say("note: servers start slowly: " + e.getMessage());
    }
  }

  /** What the run showed, or empty when the process is told to end. */
  private static Optional<Shown> run(
      Preparation preparation,
      Runner runner,
      Plan plan,
      FaultTrials faultTrials,
      Interruption interruption)
      throws InterruptedException, IOException {
    interruption.arm();
    try {
      preparation.run();
      Shown found = new Shown(runner.run(plan), faultTrials.run());
      return interruption.disarm() ? Optional.of(found) : Optional.empty();
    } catch (InterruptedException | IOException | RuntimeException | Error e) {
      interruption.disarm();
      throw e;
    }
  }

  /** What all parts of a run showed. */
  private record Shown(Findings findings, List<FaultFinding> faults) {}

  /** What comes before a plan's steps. */
  private interface Preparation {
    void run() throws InterruptedException;
  }

  /** The parts of a run that come after its plan's steps. */
  private interface FaultTrials {
    List<FaultFinding> run() throws IOException, InterruptedException;
  }

  /** How to end: whether the table is printed as JSON, and whether fsync cost nothing. */
  private record Outcome(boolean json, boolean isDiskInMemory) {}

  private void writeInputs(BundleWriter writer, Calibration calibration) throws IOException {
    if (file != null) {
      writer.add(Section.CONFIG, "input.yaml", Files.readAllBytes(file));
    }
    writer.add(Section.CONFIG, "resolved.json", ConfigJson.writePublic(config.assignments()));
    ObjectNode sheet = Json.object();
    for (ParitySheet.Row row : parity.rows()) {
      ObjectNode node = sheet.putObject(row.key());
      row.values().forEach(node::put);
      node.put("equal", row.isEqual());
      node.put("inherent", row.isInherent());
    }
    writer.add(Section.CONFIG, "parity.json", Json.text(sheet));
    ObjectNode environment = Environment.capture(config.work());
    environment.put("rvi", VersionProvider.version());
    ObjectNode jvm = environment.putObject("nodeJvm");
    jvm.put("heapMiB", planner.jvm().heapMiB());
    jvm.put("flags", String.join(" ", planner.jvm().flags()));
    environment.set("calibration", Json.parse(RunJson.write(calibration)));
    writer.add(Section.ENV, "environment.json", Json.text(environment));
  }

  private int conclude(Plan plan, Shown found, BundleWriter writer, Outcome outcome)
      throws IOException {
    Findings findings = found.findings();
    List<SideTable> sideTables = new ArrayList<>(ReportFiles.sideTables(plan, findings));
    sideTables.addAll(FaultTable.of(found.faults()));
    writer.add(Section.RAW, "findings.json", RunJson.write(findings));
    String digest = writer.seal();
    Derived derived = Derived.of(writer.directory(), plan, findings);
    DecisionTable table = derived.table();
    Verdict verdict =
        Verdict.of(table, findings, config, outcome.isDiskInMemory())
            .with(DurabilityTable.of(plan, findings), findings.durability())
            .withSlow(findings.slow())
            .withRate(RateTable.of(plan, findings), findings.rate())
            .with(found.faults());
    derived.write(writer);
    new FaultSession(writer).derive(found.faults());
    Conditions conditions =
        Conditions.of(
            new Conditions.Standing(writer.id(), digest, verdict.validity(), verdict.reasons()),
            written(writer, Conditions.CONFIG_PATH),
            written(writer, Conditions.ENV_PATH));
    Map<String, String> report =
        ReportFiles.of(
            derived,
            conditions,
            written(writer, RunJson.PLAN_PATH),
            written(writer, Conditions.PARITY_PATH),
            sideTables);
    for (Map.Entry<String, String> entry : report.entrySet()) {
      writer.add(Section.REPORT, entry.getKey(), entry.getValue());
    }
    writer.addTop("README.md", BundleReadme.text(writer.id(), digest));
    writer.addTop("CITATION.cff", BundleReadme.citation(writer.started(), digest, verdict));
    writer.close(verdict.validity(), verdict.reasons());
    new BundleIndex(config.output()).update();
    if (outcome.json()) {
      context.terminal().out().print(FaultFiles.withTable(table, found.faults()));
    } else {
      print(table, sideTables);
    }
    conclude(verdict, writer);
    context
        .terminal()
        .say("Cite a figure as rvi:" + digest.substring(0, ResultId.HEX_DIGITS) + "#<its id>.");
    return verdict.exitCode();
  }

  private static String written(BundleWriter writer, String path) throws IOException {
    return Files.readString(writer.directory().resolve(path));
  }

  private void print(DecisionTable table, List<SideTable> sideTables) {
    Terminal terminal = context.terminal();
    new DecisionText(table).lines(terminal.columns()).forEach(terminal::print);
    sideTables.forEach(side -> side.text(terminal.columns()).forEach(terminal::print));
  }

  private void conclude(Verdict verdict, BundleWriter writer) {
    Terminal terminal = context.terminal();
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
