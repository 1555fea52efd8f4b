package io.rvi.bench.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a figure depends on beside its configuration: machine, system, JVM, libraries, disks. Holds
 * no user name, host name, address or variable of the process.
 */
public final class Environment {
  /** File systems in memory, whose fsync costs nothing. */
  private static final Set<String> MEMORY_FILE_SYSTEMS = Set.of("tmpfs", "ramfs");

  /** A question to git takes milliseconds; a hung one must not hold a run. */
  private static final int GIT_WAIT_S = 5;

  private Environment() {}

  /**
   * Describes where this process runs.
   *
   * @param work the directory of nodes' data, which exists
   * @throws IOException when the directory's file system cannot be asked
   */
  public static ObjectNode capture(Path work) throws IOException {
    ObjectNode root = Json.object();
    root.set("machine", machine());
    root.set("system", system());
    root.set("jvm", jvm());
    root.set("disk", disk(work));
    root.set("source", source());
    ObjectNode libraries = root.putObject("libraries");
    Libraries.onClassPath().forEach(libraries::put);
    return root;
  }

  private static ObjectNode machine() throws IOException {
    ObjectNode node = Json.object();
    node.put("processors", Runtime.getRuntime().availableProcessors());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      node.put("memoryBytes", system.getTotalMemorySize());
      double load = system.getSystemLoadAverage();
      if (load >= 0) {
        node.put("loadAverageAtStart", load);
      } else {
        node.putNull("loadAverageAtStart");
      }
    }
    node.put("processorModel", processorModel());
    return node;
  }

  private static String processorModel() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(file)) {
      return "unknown";
    }
    return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }

  private static ObjectNode system() {
    java.lang.management.OperatingSystemMXBean system =
        ManagementFactory.getOperatingSystemMXBean();
    ObjectNode node = Json.object();
    node.put("name", system.getName());
    node.put("version", system.getVersion());
    node.put("architecture", system.getArch());
    return node;
  }

  private static ObjectNode jvm() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    ObjectNode node = Json.object();
    node.put("name", runtime.getVmName());
    node.put("version", runtime.getVmVersion());
    node.put("vendor", runtime.getVmVendor());
    return node;
  }

  private static ObjectNode disk(Path work) throws IOException {
    String type = Files.getFileStore(work).type();
    ObjectNode node = Json.object();
    node.put("fileSystem", type);
    node.put("inMemory", isInMemory(work));
    node.put("freeBytes", Files.getFileStore(work).getUsableSpace());
    return node;
  }

  /**
   * Whether a directory lies in memory, so that its fsync costs nothing and figures of flush
   * classes mean nothing.
   *
   * @param directory an existing directory
   * @throws IOException when its file system cannot be asked
   */
  public static boolean isInMemory(Path directory) throws IOException {
    return MEMORY_FILE_SYSTEMS.contains(Files.getFileStore(directory).type());
  }

  private static ObjectNode source() {
    ObjectNode node = Json.object();
    String commit = git("rev-parse", "HEAD");
    if (commit.isEmpty()) {
      node.putNull("commit");
      node.put("note", "not run from a git checkout");
    } else {
      node.put("commit", commit);
      // New bundles are no sources.
      node.put(
          "modified",
          !git("status", "--porcelain", "--", ":(top)", ":(top,exclude)results").isEmpty());
    }
    return node;
  }

  /** Where the jar, or the directory of classes, of this program lies. */
  private static Path ownDirectory() throws URISyntaxException {
    Path own =
        Path.of(Environment.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path parent = own.getParent();
    return parent == null ? own : parent;
  }

  /** What git prints about the checkout that this program lies in; empty where it cannot say. */
  private static String git(String... arguments) {
    try {
      ProcessBuilder builder = new ProcessBuilder("git");
      builder.command().addAll(List.of(arguments));
      builder.directory(ownDirectory().toFile());
      Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      if (!process.waitFor(GIT_WAIT_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "";
      }
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.exitValue() == 0 ? text.strip() : "";
    } catch (IOException | URISyntaxException e) {
      return ""; // no git on this machine, or no file of this program: the note says so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
