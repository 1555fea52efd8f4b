package io.rvi.bench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An existing bundle, complete or not, for reading. */
public final class Bundle {
  private final Path directory;

  /** Null for an incomplete bundle. */
  private final @Nullable Manifest manifest;

  /** What was read once; a bundle does not change while it is looked at. */
  private final Map<String, List<CitedFigure>> figuresByPath = new ConcurrentHashMap<>();

  private Bundle(Path directory, @Nullable Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  /**
   * Opens a bundle. Reads its manifest only; {@link #verify} reads the rest.
   *
   * @param directory the bundle's directory
   * @throws BundleException when it is no bundle, or its manifest is damaged or of another version
   */
  public static Bundle open(Path directory) throws BundleException {
    boolean marked = Files.exists(directory.resolve(BundleLayout.INCOMPLETE));
    Path file = directory.resolve(BundleLayout.MANIFEST);
    if (marked) {
      return new Bundle(directory, null);
    }
    if (!Files.isRegularFile(file)) {
      if (BundleLayout.isBundleName(directory)) {
        return new Bundle(directory, null);
      }
      throw new BundleException(
          directory + " is no bundle: it has no " + BundleLayout.MANIFEST, null);
    }
    try {
      return new Bundle(directory, Manifest.parse(Files.readString(file)));
    } catch (IOException | IllegalArgumentException e) {
      throw BundleException.damaged(
          "bundle " + directory + ": " + BundleLayout.MANIFEST + ": " + e.getMessage(), e);
    }
  }

  /** What it says of itself; absent in an incomplete bundle. */
  Optional<Manifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /** The bundle's directory. */
  public Path directory() {
    return directory;
  }

  /** Whether its run came to its end. */
  public boolean isComplete() {
    return manifest != null;
  }

  /** Why it is incomplete, in a sentence; empty for a complete one. */
  public String incompleteness() throws BundleException {
    if (isComplete()) {
      return "";
    }
    return has(BundleLayout.INCOMPLETE)
        ? read(BundleLayout.INCOMPLETE).strip()
        : "it has no " + BundleLayout.MANIFEST + "; its figures must not be used.";
  }

  /** The bundle's id. */
  public String id() {
    return manifest == null ? directory.toAbsolutePath().getFileName().toString() : manifest.id();
  }

  /** What its figures are good for; INVALID for an incomplete bundle. */
  public Validity validity() {
    return manifest == null ? Validity.INVALID : manifest.validity();
  }

  /** Why its validity is not higher. */
  public List<String> reasons() throws BundleException {
    return manifest == null ? List.of(incompleteness()) : manifest.reasons();
  }

  /** The bundle digest, absent in an incomplete bundle. */
  public Optional<String> digest() {
    return Optional.ofNullable(manifest).map(Manifest::digest);
  }

  /** When its run began, ISO 8601, UTC; absent in an incomplete bundle. */
  public Optional<String> started() {
    return Optional.ofNullable(manifest).map(Manifest::started);
  }

  /**
   * Whether it holds a file.
   *
   * @param path relative to the bundle, with slashes
   */
  public boolean has(String path) {
    return Files.isRegularFile(directory.resolve(path));
  }

  /**
   * A file's text.
   *
   * @param path relative to the bundle, with slashes
   * @throws BundleException when there is no such file, or it breaks the schema of its path
   */
  public String read(String path) throws BundleException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(directory.resolve(path));
    } catch (NoSuchFileException e) {
      throw BundleException.damaged("bundle " + directory + ": " + path + ": missing", e);
    } catch (IOException e) {
      throw new BundleException("bundle " + directory + ": cannot read " + path, e);
    }
    try {
      BundleSchemas.check(path, bytes);
    } catch (IllegalArgumentException e) {
      throw damaged(path, e);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private BundleException damaged(String path, IllegalArgumentException e) {
    return BundleException.damaged("bundle " + directory + ": " + path + ": " + e.getMessage(), e);
  }

  /**
   * The files it holds under a directory or with one path, in the order of their paths; from the
   * manifest, or of an incomplete bundle what lies there.
   *
   * @param prefix such as {@code raw/isr-n3-none-1024/}; empty for all
   * @throws BundleException when the directory of an incomplete bundle cannot be listed
   */
  public List<String> files(String prefix) throws BundleException {
    try {
      List<String> all =
          manifest == null
              ? BundleFile.list(directory)
              : manifest.files().stream().map(BundleFile::path).toList();
      return all.stream().filter(path -> path.startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new BundleException("bundle " + directory + ": " + e.getMessage(), e);
    }
  }

  /**
   * The SHA-256 of a file as the manifest has it; absent where there is no such file, or no
   * manifest.
   *
   * @param path relative to the bundle, with slashes
   */
  public Optional<String> sha256(String path) {
    return manifest().stream()
        .flatMap(own -> own.files().stream())
        .filter(file -> file.path().equals(path))
        .map(BundleFile::sha256)
        .findFirst();
  }

  /**
   * The figures that the bundle holds, in their order; empty where its run did not get so far.
   *
   * @throws BundleException when the file of figures is damaged
   */
  public List<CitedFigure> figures() throws BundleException {
    List<CitedFigure> figures = new ArrayList<>();
    for (String path : FigureFiles.JSON_PATHS) {
      figures.addAll(figures(path));
    }
    return List.copyOf(figures);
  }

  /**
   * The figures of one file; empty where the bundle has no such file.
   *
   * @param path one of {@link FigureFiles#JSON_PATHS}
   * @throws BundleException when the file is damaged
   */
  public List<CitedFigure> figures(String path) throws BundleException {
    List<CitedFigure> known = figuresByPath.get(path);
    if (known != null || !has(path)) {
      return known == null ? List.of() : known;
    }
    try {
      List<CitedFigure> figures = FigureFiles.parse(read(path));
      figuresByPath.put(path, figures);
      return figures;
    } catch (IllegalArgumentException e) {
      throw damaged(path, e);
    }
  }

  /**
   * Checks every byte: the manifest's seal and form, each file's length and digest, files that are
   * missing or were added, and the bundle digest.
   *
   * @return what is wrong, each naming its file; empty when all is as it was written
   * @throws BundleException when a file cannot be read
   */
  public List<String> verify() throws BundleException {
    if (manifest == null) {
      return List.of("incomplete: " + incompleteness());
    }
    try {
      return compare(manifest);
    } catch (IOException e) {
      throw new BundleException("bundle " + directory + ": " + e.getMessage(), e);
    }
  }

  private List<String> compare(Manifest sealed) throws IOException {
    List<String> findings = new ArrayList<>();
    byte[] bytes = Files.readAllBytes(directory.resolve(BundleLayout.MANIFEST));
    if (!Arrays.equals(bytes, sealed.bytes())) {
      findings.add(BundleLayout.MANIFEST + ": changed since it was sealed");
    }
    if (!BundleFile.digest(sealed.files()).equals(sealed.digest())) {
      findings.add(BundleLayout.MANIFEST + ": bundle digest does not follow from the files");
    }
    Map<String, BundleFile> listed = new HashMap<>();
    sealed.files().forEach(file -> listed.put(file.path(), file));
    Map<String, BundleFile> found = new HashMap<>();
    BundleFile.scan(directory).forEach(file -> found.put(file.path(), file));

    TreeSet<String> paths = new TreeSet<>(listed.keySet());
    paths.addAll(found.keySet());
    for (String path : paths) {
      finding(listed.get(path), found.get(path))
          .ifPresent(complaint -> findings.add(path + ": " + complaint));
    }
    return List.copyOf(findings);
  }

  private static Optional<String> finding(@Nullable BundleFile listed, @Nullable BundleFile found) {
    if (listed == null) {
      return Optional.of("not in the manifest");
    }
    if (found == null) {
      return Optional.of("missing");
    }
    if (found.bytes() != listed.bytes()) {
      return Optional.of(found.bytes() + " bytes, the manifest says " + listed.bytes());
    }
    return found.sha256().equals(listed.sha256())
        ? Optional.empty()
        : Optional.of("content differs from its digest in the manifest");
  }
}
