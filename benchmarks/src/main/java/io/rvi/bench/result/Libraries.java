package io.rvi.bench.result;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The libraries on the class path with their versions, as Maven wrote them into the jars. */
final class Libraries {
  private static final String PREFIX = "META-INF/maven/";
  private static final String SUFFIX = "/pom.properties";

  private Libraries() {}

  /** Version by {@code group:artifact}, in the order of the names. */
  static Map<String, String> onClassPath() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    String classPath = ManagementFactory.getRuntimeMXBean().getClassPath();
    for (String element : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(element);
      if (element.endsWith(".jar") && Files.isRegularFile(path)) {
        read(path, versions);
      }
    }
    return versions;
  }

  private static void read(Path jar, Map<String, String> versions) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (entry.getName().startsWith(PREFIX) && entry.getName().endsWith(SUFFIX)) {
          Properties properties = new Properties();
          try (InputStream in = zip.getInputStream(entry)) {
            properties.load(in);
          }
          versions.put(
              properties.getProperty("groupId") + ":" + properties.getProperty("artifactId"),
              properties.getProperty("version", "unknown"));
        }
      }
    }
  }
}
