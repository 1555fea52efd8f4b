package io.rvi.bench.cli;

import io.rvi.bench.config.ScenarioFile;
import io.rvi.bench.model.Outlook;
import io.rvi.bench.model.Protocol;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.report.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What theory expects of both protocols under conditions that a file describes. */
@Command(
    description = {
      "What theory expects of both protocols with your round trips, fsync times and failure rates:",
      "latency, failures tolerated, availability, durability, cost. Starts no cluster."
    })
final class PredictCommand implements Callable<Integer> {
  private static final List<String> LEGEND =
      List.of(
          "p50, p99: at the rate, client to acknowledgement; no protocol's own processor time but"
              + " leaderService.",
          "at most: the rate that the tightest of leader, link and disk bears.",
          "W, L, Lf: crashes after which writes resume; permanent losses survived by a record of"
              + " the smallest ack set, and of all replicas.",
          "down, min/yr: writes impossible, with failures of all nodes at once and with failovers;"
              + " ISR counts ZooKeeper as always needed.",
          "loss/yr: probability that all copies of the smallest ack set are lost within a year.",
          "power: records that a power loss of all nodes takes on average.",
          "stored, sent: bytes per byte appended; zk: nodes beside the replicas, for all logs.");

  @Parameters(paramLabel = "FILE", description = "A YAML file of conditions.")
  private @Nullable Path file;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  PredictCommand(Context context) {
    this.context = context;
  }

  /**
   * The result.
   *
   * @param conditions every key with its text
   * @param assumed keys that the file leaves to their defaults
   * @param outlooks one for each replica count and protocol
   */
  private record Answer(
      Map<String, String> conditions, List<String> assumed, List<Outlook> outlooks) {}

  @Override
  public Integer call() {
    if (file == null) {
      throw new CliException(ExitCode.USAGE, "FILE is missing");
    }
    ScenarioFile scenario = ScenarioFile.read(file);
    List<Outlook> outlooks = new ArrayList<>();
    for (int replicas : scenario.replicas()) {
      for (Protocol protocol : Protocol.values()) {
        outlooks.add(Outlook.of(scenario.scenario(), protocol, replicas));
      }
    }
    Terminal terminal = context.terminal();
    if (json) {
      terminal
          .out()
          .print(RunJson.write(new Answer(scenario.effective(), scenario.assumed(), outlooks)));
      return ExitCode.FINE;
    }
    List<String> titles =
        List.of(
            "n",
            "protocol",
            "p50 ms",
            "p99 ms",
            "at most/s",
            "by",
            "W",
            "L",
            "Lf",
            "down",
            "min/yr",
            "loss/yr",
            "power",
            "stored",
            "sent",
            "zk");
    List<Boolean> flushRight = new ArrayList<>(Collections.nCopies(titles.size(), true));
    flushRight.set(titles.indexOf("protocol"), false);
    flushRight.set(titles.indexOf("by"), false);
    TextTable table = new TextTable(flushRight);
    table.add(titles);
    outlooks.forEach(outlook -> table.add(cells(outlook)));
    table.lines().forEach(terminal::print);
    LEGEND.forEach(line -> terminal.print("- " + line));
    if (!scenario.assumed().isEmpty()) {
      terminal.print("- Not in the file, assumed: " + String.join(", ", scenario.assumed()) + ".");
    }
    return ExitCode.FINE;
  }

  private static List<String> cells(Outlook outlook) {
    Outlook.Latency latency = outlook.latency();
    return List.of(
        Integer.toString(outlook.replicas()),
        outlook.protocol() == Protocol.MAJORITY ? "raft" : "isr m=" + outlook.minInSync(),
        milliseconds(latency.p50Ms()),
        milliseconds(latency.p99Ms()),
        format("%.0f", latency.rateMax()),
        latency.tightest(),
        Integer.toString(outlook.tolerance().writesResume()),
        Integer.toString(outlook.tolerance().permanentLoss()),
        Integer.toString(outlook.tolerance().permanentLossFull()),
        format("%.2e", outlook.availability().total()),
        format("%.2f", outlook.availability().minutesPerYear()),
        format("%.1e", outlook.durability().yearlyLossAtAck()),
        format("%.0f", outlook.durability().lostInPowerLoss()),
        Integer.toString(outlook.cost().stored()),
        Integer.toString(outlook.cost().sent()),
        Integer.toString(outlook.cost().furtherNodes()));
  }

  private static String milliseconds(@Nullable Double value) {
    return value == null ? "SATURATED" : format("%.3f", value);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
