package io.rvi.bench.lab;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The classes of servers, loaded and verified once for all the JVMs of a lab (class data sharing,
 * JEP 350).
 *
 * <p>A server's start is mostly that work, and servers are started by the hundred. What runs
 * afterwards is the same: the archive holds classes, and neither compiled code nor objects.
 */
final class ClassArchive {
  /** A rehearsal is cut short then; it takes seconds where nothing else runs. */
  private static final long REHEARSAL_MAX_S = 120;

  private ClassArchive() {}

  /**
   * Makes the archive, in a JVM that starts a cluster of every backend and ends.
   *
   * @param directory where it is put, which exists
   * @return its file; empty where the class path has directories, which a JVM does not archive
   * @throws IOException when it was not made, with what the JVM said
   * @throws InterruptedException when the thread is interrupted; the JVM is ended
   */
  static Optional<Path> make(Path directory) throws IOException, InterruptedException {
    String classPath = ManagementFactory.getRuntimeMXBean().getClassPath();
    boolean onlyFiles =
        List.of(classPath.split(File.pathSeparator)).stream()
            .allMatch(entry -> Files.isRegularFile(Path.of(entry)));
    if (!onlyFiles) {
      return Optional.empty();
    }
    Path archive = directory.resolve("classes.jsa");
    Path base = Files.createDirectories(directory.resolve("rehearsal"));
    Path log = base.resolve("log");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Djava.io.tmpdir=" + base,
                "-Dlogback.configurationFile=io/rvi/bench/lab/server-logback.xml",
                "-cp",
                classPath,
                Rehearsal.class.getName(),
                base.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      boolean ended = process.waitFor(REHEARSAL_MAX_S, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0 || !Files.isRegularFile(archive)) {
        throw new IOException(
            "no class archive: "
                + (ended ? "exit code " + process.exitValue() : "no end in 120 s")
                + "; it said: "
                + lastLine(log));
      }
      return Optional.of(archive);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
  }
}
