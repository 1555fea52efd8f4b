package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rvi.spi.BackendCommand;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** The command line as a whole. */
final class Cli {
  private static final String JMH = "jmh";

  private final Context context;
  private final Map<String, BackendCommand> backendCommands = new TreeMap<>();

  Cli(Context context) {
    this.context = context;
    ServiceLoader.load(BackendCommand.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(BackendCommand::name))
        .forEach(command -> backendCommands.put(command.name(), command));
  }

  /**
   * Runs one command.
   *
   * @param arguments the command and its arguments
   * @return the exit code
   */
  int run(List<String> arguments) {
    CommandLine commandLine = commandLine();
    String first = arguments.isEmpty() ? "" : arguments.get(0);
    Terminal terminal = context.terminal();
    List<String> rest = arguments.subList(Math.min(1, arguments.size()), arguments.size());
    // These have option syntaxes of their own, so what follows their names is not parsed here.
    try {
      if (first.equals(JMH)) {
        return new JmhLauncher(terminal).run(rest);
      }
      BackendCommand backendCommand = backendCommands.get(first);
      if (backendCommand != null) {
        return backendCommand.run(rest, terminal.out(), terminal.err());
      }
      if (arguments.isEmpty()) {
        commandLine.usage(terminal.err());
        return ExitCode.USAGE;
      }
      return commandLine.execute(arguments.toArray(new String[0]));
    } catch (RuntimeException | Error e) {
      // picocli hands exceptions to Failures itself, but not errors such as a missing class.
      return new Failures(terminal).report(e, rest.contains("--verbose"));
    }
  }

  private CommandLine commandLine() {
    Terminal terminal = context.terminal();
    Failures failures = new Failures(terminal);
    CommandLine commandLine =
        new CommandLine(new RootCommand())
            .addSubcommand("run", new RunCommand(context))
            .addSubcommand("plan", new PlanCommand(context))
            .addSubcommand("predict", new PredictCommand(context))
            .addSubcommand("config", new ConfigCommand(context))
            .addSubcommand("doctor", new DoctorCommand(context))
            .addSubcommand("show", new ShowCommand(context))
            .addSubcommand("cite", new CiteCommand(context))
            .addSubcommand("compare", new CompareCommand(context))
            .addSubcommand("verify", new VerifyCommand(context))
            .addSubcommand("export", new ExportCommand(context))
            .addSubcommand("index", new IndexCommand(context))
            .addSubcommand("report", new ReportCommand(context))
            .addSubcommand("node", new NodeCommand(context))
            .addSubcommand("zookeeper", new ZooKeeperCommand(context))
            .addSubcommand(
                JMH,
                described("JMH itself: all that follows are JMH's own options; -h lists them."));
    backendCommands
        .values()
        .forEach(
            command -> commandLine.addSubcommand(command.name(), described(command.summary())));
    commandLine.addSubcommand("completion", completion());
    return commandLine
        .setOut(new PrintWriter(terminal.out(), true, UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, UTF_8))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.hasColour() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(Math.min(Math.max(terminal.columns(), 60), 120))
        .setUsageHelpLongOptionsMaxWidth(32)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  /** A command that stands in the list of commands only. */
  private static CommandSpec described(String summary) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().description(summary.replace("%", "%%"));
    return spec;
  }

  private static CommandLine completion() {
    CommandLine commandLine = new CommandLine(new AutoComplete.GenerateCompletion());
    commandLine
        .getCommandSpec()
        .usageMessage()
        .description("Print a completion script: source <(rvi completion), for bash and zsh.");
    return commandLine;
  }
}
