package io.rvi.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory that holds all bundles. */
public final class BundleShelf {
  private final Path root;

  /**
   * A shelf.
   *
   * @param root the directory of bundles; may be absent, which is an empty shelf
   */
  public BundleShelf(Path root) {
    this.root = root;
  }

  /** Its index, which may not exist. */
  public BundleIndex index() {
    return new BundleIndex(root);
  }

  /**
   * The directories that look like bundles, oldest first.
   *
   * @throws BundleException when the shelf cannot be read
   */
  public List<Path> directories() throws BundleException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(root)) {
      return paths.filter(BundleShelf::looksLikeBundle).sorted().toList();
    } catch (IOException e) {
      throw new BundleException("cannot list " + root + ": " + e.getMessage(), e);
    }
  }

  private static boolean looksLikeBundle(Path directory) {
    return Files.exists(directory.resolve(BundleLayout.MANIFEST))
        || Files.exists(directory.resolve(BundleLayout.INCOMPLETE))
        || (Files.isDirectory(directory) && BundleLayout.isBundleName(directory));
  }

  /**
   * Finds a bundle by its directory, its id, or the beginning of its digest as result ids have it.
   *
   * @param name a path, an id or {@code rvi:<hex>}
   * @throws NoSuchBundleException when none or several answer to the name
   * @throws BundleException when the bundle is damaged
   */
  public Bundle find(String name) throws BundleException, NoSuchBundleException {
    if (name.startsWith("rvi:")) {
      return findByDigest(name.substring("rvi:".length()));
    }
    for (Path candidate : List.of(Path.of(name), root.resolve(name))) {
      if (Files.isDirectory(candidate) && looksLikeBundle(candidate)) {
        return Bundle.open(candidate);
      }
    }
    throw new NoSuchBundleException("no bundle " + name + " here or in " + root + hint());
  }

  private Bundle findByDigest(String hex) throws BundleException, NoSuchBundleException {
    List<Bundle> found = new ArrayList<>();
    for (Path directory : directories()) {
      Bundle bundle = openOrSkip(directory);
      if (bundle != null && bundle.digest().filter(digest -> digest.startsWith(hex)).isPresent()) {
        found.add(bundle);
      }
    }
    if (hex.isEmpty() || found.isEmpty()) {
      throw new NoSuchBundleException("no bundle rvi:" + hex + " in " + root + hint());
    }
    if (found.size() > 1) {
      throw new NoSuchBundleException(
          "rvi:" + hex + " names " + found.size() + " bundles in " + root + "; use their ids");
    }
    return found.get(0);
  }

  /** A damaged neighbour must not keep others from being found; it is itself found by its path. */
  private static @Nullable Bundle openOrSkip(Path directory) {
    try {
      return Bundle.open(directory);
    } catch (BundleException e) {
      return null;
    }
  }

  private String hint() throws BundleException {
    List<Path> all = directories();
    return all.isEmpty()
        ? "; \"rvi run\" makes one"
        : "; the latest is " + all.get(all.size() - 1).getFileName();
  }
}
