package io.rvi.bench.cli;

import io.rvi.bench.config.ConfigSources;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.config.RunConfigReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make up a configuration. */
final class ConfigOptions {
  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "Values to start from, by name; \"rvi config\" lists the names.")
  private @Nullable String preset;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "A YAML file of keys; \"rvi config\" lists them.")
  private @Nullable Path file;

  @Option(
      names = "-P",
      paramLabel = "KEY=VALUE",
      description = "Sets one key, over file and environment; may be given several times.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "The directory that bundles are made in; results by default.")
  private @Nullable String output;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of everything that is drawn.")
  private @Nullable String seed;

  RunConfig read(Context context) {
    List<String> all = new ArrayList<>(properties);
    addOption("preset", preset, all);
    addOption("output", output, all);
    addOption("seed", seed, all);
    return new RunConfigReader(context.backends())
        .read(new ConfigSources(file, context.environment(), all));
  }

  @Nullable Path file() {
    return file;
  }

  private static void addOption(String key, @Nullable String text, List<String> properties) {
    if (text != null) {
      properties.add(key + "=" + text);
    }
  }
}
