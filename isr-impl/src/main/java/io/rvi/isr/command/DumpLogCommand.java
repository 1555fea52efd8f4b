package io.rvi.isr.command;

import io.rvi.isr.log.LogDump;
import io.rvi.isr.log.RealDisk;
import io.rvi.spi.BackendCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code dump-log DIRECTORY}: a log directory of an ISR node in words. */
public final class DumpLogCommand implements BackendCommand {
  /** Exit code for a log with damage, as for a bundle that fails its verification. */
  private static final int DAMAGED = 8;

  private static final int UNREADABLE = 6;

  /** Called by ServiceLoader. */
  public DumpLogCommand() {}

  @Override
  public String name() {
    return "dump-log";
  }

  @Override
  public String summary() {
    return "A log directory of an ISR node in words; changes nothing.";
  }

  @Override
  public int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.size() != 1 || arguments.get(0).startsWith("-")) {
      err.println("usage: rvi dump-log DIRECTORY, the directory of one partition's log");
      return arguments.equals(List.of("--help")) ? FINE : USAGE;
    }
    Path directory = Path.of(arguments.get(0));
    if (!Files.isDirectory(directory)) {
      err.println("error: " + directory + " is no directory; give that of one partition's log");
      return USAGE;
    }
    try {
      if (!holdsSegments(directory)) {
        err.println("error: " + directory + " holds no segment; give the directory of one log");
        return USAGE;
      }
      return new LogDump(new RealDisk(), out).print(directory) ? FINE : DAMAGED;
    } catch (IOException e) {
      err.println("error: cannot read " + directory + ": " + e.getMessage());
      return UNREADABLE;
    }
  }

  private static boolean holdsSegments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.anyMatch(file -> file.toString().endsWith(".log"));
    }
  }
}
