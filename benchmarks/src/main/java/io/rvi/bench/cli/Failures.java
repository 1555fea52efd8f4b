package io.rvi.bench.cli;

import io.rvi.bench.config.ConfigException;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.NoSuchBundleException;
import io.rvi.spi.SettingException;
import io.rvi.spi.StartException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line why a command failed, and which exit code that is. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return report(e, parsed.originalArgs().contains("--verbose"));
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    terminal.complain(firstLine(e) + suggestion(e));
    terminal.say("See \"" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help\".");
    if (Arrays.asList(arguments).contains("--verbose")) {
      e.printStackTrace(terminal.err());
    }
    return ExitCode.USAGE;
  }

  private static String suggestion(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getSuggestions().isEmpty()) {
      return "";
    }
    return "; did you mean " + unmatched.getSuggestions().get(0) + "?";
  }

  int report(Throwable e, boolean isVerbose) {
    int exitCode = exitCode(e);
    terminal.complain(
        exitCode == ExitCode.INTERNAL
            ? "a fault of rvi itself: " + e + (isVerbose ? "" : " (--verbose shows where)")
            : firstLine(e));
    if (isVerbose) {
      e.printStackTrace(terminal.err());
    }
    return exitCode;
  }

  private static int exitCode(Throwable e) {
    if (e instanceof CliException cliException) {
      return cliException.exitCode();
    }
    if (e instanceof ConfigException || e instanceof SettingException) {
      return ExitCode.CONFIGURATION;
    }
    if (e instanceof StartException start) {
      return start.kind() == StartException.Kind.CONFIGURATION
          ? ExitCode.CONFIGURATION
          : ExitCode.MACHINE;
    }
    if (e instanceof LabException lab) {
      return exitCodeOfLab(lab);
    }
    if (e instanceof NoSuchBundleException) {
      return ExitCode.USAGE;
    }
    if (e instanceof BundleException bundle) {
      return bundle.isDamaged() ? ExitCode.VERIFICATION : ExitCode.MACHINE;
    }
    return ExitCode.INTERNAL;
  }

  /** The host refused or was too slow, unless something else led to it. */
  private static int exitCodeOfLab(LabException e) {
    Throwable cause = e.getCause();
    if (cause instanceof InterruptedException) {
      return ExitCode.INTERRUPTED;
    }
    if (cause instanceof StartException start) {
      return exitCode(start);
    }
    return cause instanceof LabException lab ? exitCodeOfLab(lab) : ExitCode.MACHINE;
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.lines().findFirst().orElse(e.toString());
  }
}
