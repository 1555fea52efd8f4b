package io.rvi.bench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes one bundle. The directory bears the mark {@code INCOMPLETE} from its first moment; {@link
 * #close(Validity, List)} lists every file in the manifest and takes the mark away last. A process
 * that dies in between leaves a directory that {@link Bundle} opens and calls incomplete.
 *
 * <p>Order: plan, then configuration, environment and raw files; {@link #seal}, which fixes the
 * bundle digest and with it the result ids; then derived data and report; then close.
 *
 * <p>For one thread, except {@link #raw}, whose files several threads may write, and {@link
 * #abandon}, which a shutdown hook may call at any moment.
 */
public final class BundleWriter {
  /** Fewer bytes free than this and a run would not end well. */
  public static final long FREE_BYTES_MIN = 64L << 20;

  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Runs of one plan that start within one second are told apart up to this many. */
  private static final int TWINS_MAX = 99;

  private final Path directory;
  private final Instant started;

  /** Null until sealed; then never changes. */
  private @Nullable String digest;

  private boolean closed;

  /** Once true, stays true, and the bundle stays marked. */
  private boolean abandoned;

  private BundleWriter(Path directory, Instant started) {
    this.directory = directory;
    this.started = started;
  }

  /**
   * Makes the directory {@code <UTC start>-<8 hex of the plan's digest>} with its mark and plan.
   *
   * @param parent the directory of all bundles; made when absent
   * @param started when the run began
   * @param plan what will be run, as JSON
   * @throws BundleException when the place is not writable or has too little room
   */
  public static BundleWriter create(Path parent, Instant started, byte[] plan)
      throws BundleException {
    BundleSchemas.check(BundleLayout.PLAN, plan);
    try {
      checkPlace(parent);
      Files.createDirectories(parent);
      Path directory =
          claim(parent, ID_TIME.format(started) + "-" + Sha256.of(plan).substring(0, 8));
      AtomicFile.write(directory.resolve(BundleLayout.INCOMPLETE), mark("the run did not end"));
      AtomicFile.write(directory.resolve(BundleLayout.PLAN), plan);
      return new BundleWriter(directory, started);
    } catch (IOException e) {
      throw wrap("output directory " + parent, e);
    }
  }

  /**
   * Checks that bundles can be made in a directory; makes nothing.
   *
   * @param parent the directory of all bundles, possibly absent
   * @throws BundleException when the place is not writable or has too little room
   */
  public static void checkPlace(Path parent) throws BundleException {
    try {
      Path place = nearestExisting(parent);
      if (!Files.isDirectory(place)) {
        throw new FileAlreadyExistsException(place.toString());
      }
      if (!Files.isWritable(place)) {
        throw new AccessDeniedException(place.toString());
      }
      long free = Files.getFileStore(place).getUsableSpace();
      if (free < FREE_BYTES_MIN) {
        throw new BundleException(
            "output directory "
                + parent
                + ": "
                + (free >> 20)
                + " MiB free, "
                + (FREE_BYTES_MIN >> 20)
                + " MiB needed; free some or choose another with -o",
            null);
      }
    } catch (IOException e) {
      throw wrap("output directory " + parent, e);
    }
  }

  /**
   * A path, or the lowest directory above it that exists.
   *
   * @param path any path
   */
  public static Path nearestExisting(Path path) {
    Path place = path.toAbsolutePath().normalize();
    while (!Files.exists(place)) {
      Path above = place.getParent();
      if (above == null) {
        return place;
      }
      place = above;
    }
    return place;
  }

  private static Path claim(Path parent, String id) throws IOException {
    for (int twin = 1; twin <= TWINS_MAX; twin++) {
      Path directory = parent.resolve(twin == 1 ? id : id + "-" + twin);
      if (isClaimed(directory)) {
        return directory;
      }
    }
    throw new IOException("more than " + TWINS_MAX + " bundles named " + id);
  }

  /** False when another run of the same plan within the same second has the name. */
  private static boolean isClaimed(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static byte[] mark(String reason) {
    return ("This bundle is incomplete: " + reason + ". Its figures must not be used.\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The bundle's id, the name of its directory. */
  public String id() {
    return directory.getFileName().toString();
  }

  /** When the run began, ISO 8601, UTC. */
  public String started() {
    return started.toString();
  }

  /** The bundle's directory. */
  public Path directory() {
    return directory;
  }

  /**
   * Adds a file, whole or not at all.
   *
   * @param section where
   * @param path relative to the section, with slashes
   * @param bytes its content
   * @throws BundleException when it cannot be written
   * @throws IllegalArgumentException when it breaks the schema of its path
   */
  public void add(Section section, String path, byte[] bytes) throws BundleException {
    refuseAfterSeal(section);
    String whole = section.directory() + "/" + path;
    BundleSchemas.check(whole, bytes);
    write(place(whole), bytes);
  }

  /**
   * Adds a text file, as {@link #add(Section, String, byte[])} does.
   *
   * @param section where
   * @param path relative to the section, with slashes
   * @param text its content, written as UTF-8
   * @throws BundleException when it cannot be written
   */
  public void add(Section section, String path, String text) throws BundleException {
    add(section, path, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds a file at the top of the bundle: README.md and the like.
   *
   * @param name the file's name
   * @param text its content, written as UTF-8
   * @throws BundleException when it cannot be written
   */
  public void addTop(String name, String text) throws BundleException {
    refuseAfterClose();
    write(place(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The path of a raw file that its caller writes, such as a histogram log; its directory exists on
   * return. All of its bytes must be there before {@link #seal}.
   *
   * @param path relative to {@code raw/}, with slashes: {@code <cell>/f<NN>/<file>}
   * @throws BundleException when the directory cannot be made
   */
  public Path raw(String path) throws BundleException {
    refuseAfterSeal(Section.RAW);
    return place(Section.RAW.directory() + "/" + path);
  }

  /**
   * Ends configuration, environment and raw files: none may change any more.
   *
   * @return the bundle digest, whose first digits are in every result id
   * @throws BundleException when a file cannot be read
   */
  public String seal() throws BundleException {
    refuseAfterSeal(Section.RAW);
    String sealed = BundleFile.digest(scan());
    digest = sealed;
    return sealed;
  }

  /**
   * The id that cites a figure of this bundle.
   *
   * @param figure which
   * @throws IllegalStateException before {@link #seal}
   */
  public ResultId cite(FigureId figure) {
    if (digest == null) {
      throw new IllegalStateException("result ids exist once the bundle is sealed");
    }
    return new ResultId(digest.substring(0, ResultId.HEX_DIGITS), figure);
  }

  /**
   * Writes the manifest and takes the mark away. Seals first, where that was not done.
   *
   * @param validity what the figures are good for
   * @param reasons why not more; must be empty for VALID and must not be for the others
   * @throws BundleException when the manifest cannot be written, a sealed file has changed or the
   *     bundle was abandoned; it then stays marked
   */
  public synchronized void close(Validity validity, List<String> reasons) throws BundleException {
    refuseAfterClose();
    if (reasons.isEmpty() != (validity == Validity.VALID)) {
      throw new IllegalArgumentException(validity + " with reasons " + reasons);
    }
    if (abandoned) {
      throw new BundleException("bundle " + directory + " was abandoned", null);
    }
    String sealed = digest == null ? seal() : digest;
    List<BundleFile> files = scan();
    if (!BundleFile.digest(files).equals(sealed)) {
      throw new BundleException(
          "bundle " + directory + ": a sealed file has changed; the bundle stays incomplete", null);
    }
    Manifest manifest = new Manifest(id(), started(), validity, reasons, sealed, files);
    BundleSchemas.check(BundleLayout.MANIFEST, manifest.bytes());
    write(directory.resolve(BundleLayout.MANIFEST), manifest.bytes());
    try {
      Files.delete(directory.resolve(BundleLayout.INCOMPLETE));
    } catch (IOException e) {
      throw wrap("bundle " + directory, e);
    }
    closed = true;
  }

  /**
   * Leaves the bundle as it is, marked, with the reason in the mark; a later {@link #close} is
   * refused. Does nothing after a close.
   *
   * @param reason a phrase: "interrupted by the user"
   * @throws BundleException when the reason cannot be written; the bundle still bears its first
   *     mark
   */
  public synchronized void abandon(String reason) throws BundleException {
    if (!closed) {
      abandoned = true;
      write(directory.resolve(BundleLayout.INCOMPLETE), mark(reason));
    }
  }

  private List<BundleFile> scan() throws BundleException {
    try {
      return BundleFile.scan(directory);
    } catch (IOException e) {
      throw wrap("bundle " + directory, e);
    }
  }

  private Path place(String path) throws BundleException {
    Path file = directory.resolve(path).normalize();
    if (!file.startsWith(directory) || file.equals(directory)) {
      throw new IllegalArgumentException("path leaves the bundle: " + path);
    }
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw wrap("bundle " + directory, e);
    }
    return file;
  }

  private void write(Path file, byte[] bytes) throws BundleException {
    try {
      AtomicFile.write(file, bytes);
    } catch (IOException e) {
      throw wrap("bundle " + directory, e);
    }
  }

  private void refuseAfterSeal(Section section) {
    refuseAfterClose();
    if (section.isInput() && digest != null) {
      throw new IllegalStateException("bundle " + id() + " is sealed: " + section);
    }
  }

  private void refuseAfterClose() {
    if (closed) {
      throw new IllegalStateException("bundle " + id() + " is closed");
    }
  }

  private static BundleException wrap(String place, IOException e) {
    if (e instanceof BundleException bundleException) {
      return bundleException;
    }
    return new BundleException(place + ": " + cause(e) + "; choose another with -o", e);
  }

  private static String cause(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "not writable";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "is a file, not a directory";
    }
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    return reason == null ? e.toString() : reason;
  }
}
