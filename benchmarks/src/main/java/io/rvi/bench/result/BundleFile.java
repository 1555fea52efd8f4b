package io.rvi.bench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One file of a bundle as it lies on disk.
 *
 * @param path relative to the bundle, with slashes on every system
 * @param bytes its length
 * @param sha256 its digest
 */
record BundleFile(String path, long bytes, String sha256) {
  /** Whether the bundle digest covers it. */
  boolean isInput() {
    return path.equals(BundleLayout.PLAN) || Section.of(path).map(Section::isInput).orElse(false);
  }

  /** Every file under a directory, in the order of their paths, as characters compare. */
  static List<String> list(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths
          .filter(path -> !Files.isDirectory(path))
          .map(path -> directory.relativize(path).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  /** Reads every file that a manifest is to list. */
  static List<BundleFile> scan(Path directory) throws IOException {
    List<BundleFile> files = new ArrayList<>();
    for (String path : list(directory)) {
      if (!BundleLayout.isUnlisted(path)) {
        Path file = directory.resolve(path);
        files.add(new BundleFile(path, Files.size(file), Sha256.of(file)));
      }
    }
    return List.copyOf(files);
  }

  /** The bundle digest: over digest, length and path of each input file, one line each. */
  static String digest(List<BundleFile> files) {
    StringBuilder lines = new StringBuilder();
    for (BundleFile file : files) {
      if (file.isInput()) {
        lines
            .append(file.sha256())
            .append(' ')
            .append(file.bytes())
            .append(' ')
            .append(file.path())
            .append('\n');
      }
    }
    return Sha256.of(lines.toString().getBytes(StandardCharsets.UTF_8));
  }
}
