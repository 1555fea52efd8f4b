package io.rvi.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the host's own commands: mounts, loop devices, namespaces. */
final class Commands {
  /** A command here takes milliseconds; one that hangs holds something of the kernel's. */
  private static final long WAIT_SECONDS = 20;

  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/sbin"),
          Path.of("/sbin"),
          Path.of("/usr/bin"),
          Path.of("/bin"),
          Path.of("/usr/local/bin"));

  private Commands() {}

  /**
   * Whether the host has a command.
   *
   * @param command its name
   */
  static boolean exists(String command) {
    return PLACES.stream().anyMatch(place -> Files.isExecutable(place.resolve(command)));
  }

  private static String located(String command) {
    return PLACES.stream()
        .map(place -> place.resolve(command))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElse(command);
  }

  /**
   * Runs a command and returns what it printed.
   *
   * @param command the command and its arguments
   * @throws LabException with the command and what it printed, when it fails or hangs
   */
  static String run(String... command) {
    command[0] = located(command[0]);
    String line = String.join(" ", command);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new LabException("cannot run " + line + ": " + e.getMessage(), e);
    }
    try {
      if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new LabException(line + " hangs");
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new LabException(line + ": " + output.strip());
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException("output of " + line, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while running " + line, e);
    } finally {
      process.destroyForcibly();
    }
  }
}
