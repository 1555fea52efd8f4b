package io.rvi.bench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
final class VersionProvider implements IVersionProvider {
  private static final String RESOURCE = "/META-INF/maven/io.rvi/benchmarks/pom.properties";

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"rvi " + version()};
  }

  /** The version, or {@code unpackaged} when classes are run outside of their jar. */
  static String version() throws IOException {
    try (InputStream in = VersionProvider.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        return "unpackaged";
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "unpackaged");
    }
  }
}
