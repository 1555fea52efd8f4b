package io.rvi.bench.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code rvi} itself. */
@Command(
    name = "rvi",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Raft versus ISR: two ways to replicate a log, under the same load, faults and durability.",
      ""
    },
    footerHeading = "%nFirst steps%n",
    footer = {
      "  rvi doctor                     whether this machine can carry a run",
      "  rvi run                        compare both backends; a few minutes",
      "  rvi run -P backend=raft        one backend only",
      "  rvi predict FILE               the model alone, with your round trips and failure rates",
      "  rvi config                     every key with its value and where it came from",
      "  rvi show                       the bundles that there are",
      "  rvi verify ID                  whether a bundle is as it was written",
      "",
      "Exit codes: 0 fine, 1 internal, 2 usage, 3 configuration, 4 safety violation, 5 outside band,",
      "6 machine unfit, 7 run invalid, 8 verification failed, 130 interrupted."
    })
final class RootCommand {
  /** Read by {@link Failures} from the parsed arguments. */
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  private boolean verbose;

  boolean isVerbose() {
    return verbose;
  }
}
