package io.rvi.bench.load.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file that a node of a floor writes each payload to. It has no name on disk once it is open:
 * nothing is left of it, however the process ends.
 */
final class FloorFile implements AutoCloseable {
  private final FileChannel channel;
  private final boolean sync;

  private FloorFile(FileChannel channel, boolean sync) {
    this.channel = channel;
    this.sync = sync;
  }

  /**
   * Creates the file.
   *
   * @param path a name that is free
   * @param sync whether each write is followed by an fsync
   */
  static FloorFile open(Path path, boolean sync) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Files.delete(path);
    return new FloorFile(channel, sync);
  }

  /** Appends what remains of a buffer. */
  void append(ByteBuffer payload) throws IOException {
    while (payload.hasRemaining()) {
      channel.write(payload);
    }
    if (sync) {
      channel.force(false);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
