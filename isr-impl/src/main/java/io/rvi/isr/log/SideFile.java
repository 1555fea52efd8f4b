package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * A small text file that is only ever replaced as a whole: first line {@code <kind> <version>},
 * then the content, last line {@code crc32c <8 hex digits>} over all bytes before it.
 */
final class SideFile {
  /** Far more than a partition's epochs or the names of a node's replicas take. */
  private static final int BYTES_MAX = 16 << 20;

  /** Ends the name of the next content while it is written. */
  static final String TEMPORARY_SUFFIX = ".tmp";

  private final Disk disk;
  private final Path path;
  private final String kind;
  private final int version;

  SideFile(Disk disk, Path path, String kind, int version) {
    this.disk = disk;
    this.path = path;
    this.kind = kind;
    this.version = version;
  }

  Path path() {
    return path;
  }

  /** A file that is there and can't be used; its message names the file and says why. */
  static final class Unreadable extends Exception {
    Unreadable(String message) {
      super(message, null, false, false);
    }
  }

  boolean exists() {
    return disk.exists(path);
  }

  /**
   * Reads the content lines.
   *
   * @throws Unreadable when the file is absent, damaged or not of this kind
   * @throws LogFailure when it is of a newer version
   */
  List<String> read() throws Unreadable, IOException {
    if (!disk.exists(path)) {
      throw new Unreadable(path + " is absent");
    }
    byte[] bytes = readBytes();
    String text = new String(bytes, StandardCharsets.UTF_8);
    int lastLine = text.lastIndexOf("crc32c ");
    if (lastLine < 0 || !text.substring(lastLine).equals(crcLine(text.substring(0, lastLine)))) {
      throw new Unreadable(path + " fails its checksum");
    }
    List<String> lines = text.substring(0, lastLine).lines().toList();
    String[] first = lines.isEmpty() ? new String[0] : lines.get(0).split(" ", -1);
    if (first.length != 2 || !first[0].equals(kind)) {
      throw new Unreadable(path + " is no " + kind + " file");
    }
    if (Integer.parseInt(first[1]) > version) {
      throw new LogFailure(
          LogFailure.Kind.NEWER_FORMAT,
          path
              + " has format version "
              + first[1]
              + ", this software reads up to version "
              + version
              + "; start it with the software that wrote it, or a later one",
          null);
    }
    return lines.subList(1, lines.size());
  }

  private byte[] readBytes() throws IOException, Unreadable {
    try (DiskFile file = disk.open(path)) {
      if (file.size() > BYTES_MAX) {
        throw new Unreadable(path + " is larger than such a file can be");
      }
      ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
      file.read(buffer, 0);
      return Arrays.copyOf(buffer.array(), buffer.position());
    }
  }

  /** Replaces the file, durably: when this returns, a power loss leaves the new one. */
  void write(List<String> lines) throws IOException {
    StringBuilder text = new StringBuilder(kind).append(' ').append(version).append('\n');
    lines.forEach(line -> text.append(line).append('\n'));
    text.append(crcLine(text.toString()));
    Path temporary = path.resolveSibling(path.getFileName() + TEMPORARY_SUFFIX);
    disk.delete(temporary);
    try (DiskFile file = disk.open(temporary)) {
      file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)), 0);
      file.force();
    }
    disk.replace(temporary, path);
    forceParent();
  }

  /** Deletes the file, durably. */
  void delete() throws IOException {
    disk.delete(path);
    forceParent();
  }

  private void forceParent() throws IOException {
    Path parent = path.getParent();
    if (parent != null) {
      disk.forceDirectory(parent);
    }
  }

  private static String crcLine(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "crc32c %08x%n", crc.getValue()).replace("\r", "");
  }
}
