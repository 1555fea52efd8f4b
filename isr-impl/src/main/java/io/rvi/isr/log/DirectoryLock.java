package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Holds a directory for one node at a time: a file lock, which goes with its process, on a file
 * that says who holds it. Taken before it is signed, so that a directory which turns out to be
 * somebody else's keeps that file as it was.
 */
final class DirectoryLock {
  static final String FILE = "lock";

  private static final int TEXT_BYTES_MAX = 256;

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock; one that a dead process left is taken over.
   *
   * @param directory which
   * @param self who takes it, in words
   * @throws LogFailure when another node holds it, naming both
   */
  static DirectoryLock take(Path directory, String self) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    if (!tryLock(channel)) {
      String other = readText(channel);
      channel.close();
      throw new LogFailure(
          LogFailure.Kind.NOT_OURS,
          "the data directory "
              + directory
              + " is in use by "
              + other
              + "; "
              + self
              + " needs one of its own",
          null);
    }
    return new DirectoryLock(channel);
  }

  /**
   * Makes sure that nobody holds the lock. Changes nothing.
   *
   * @throws LogFailure when a node does, naming it
   */
  static void requireFree(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (!tryLock(channel)) {
        throw new LogFailure(
            LogFailure.Kind.NOT_OURS,
            "the data directory "
                + directory
                + " is in use by "
                + readText(channel)
                + "; stop it first",
            null);
      }
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String readText(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(TEXT_BYTES_MAX);
    channel.read(text, 0);
    String words = StandardCharsets.UTF_8.decode(text.flip()).toString().strip();
    return words.isEmpty() ? "another node" : words;
  }

  /** Says in the file who holds it. */
  void sign(String self) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
  }

  /** Gives the directory up. */
  void release() throws IOException {
    channel.close();
  }
}
