package io.rvi.bench.cli;

import io.rvi.bench.lab.ServerProcess;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs one ZooKeeper server in this process. */
@Command(description = "One ZooKeeper server in this process, until its standard input ends.")
final class ZooKeeperCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "The server's spec as JSON: id, client, quorum, election, tickMs, dataDir.")
  private Path spec = Path.of("");

  private final Context context;

  ZooKeeperCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return new ServerProcess(System.in, context.terminal().out()).runZooKeeper(spec);
  }
}
