package io.rvi.bench.cli;

import io.rvi.bench.lab.ServerProcess;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs one server of a backend in this process. */
@Command(description = "One server of a backend in this process, until its standard input ends.")
final class NodeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "The server's spec as JSON: backend, cluster, id, listen, peers, dataDir, ...")
  private Path spec = Path.of("");

  private final Context context;

  NodeCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return new ServerProcess(System.in, context.terminal().out()).runNode(spec);
  }
}
