package io.rvi.bench.check;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Reads a history back, event by event. */
public final class HistoryReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final DataInputStream in;
  private final EventDecoder decoder;
  private boolean ended;
  private boolean complete;

  /**
   * Opens a file.
   *
   * @param file that a {@link HistoryWriter} wrote
   * @throws IOException when it can't be read or is no history
   */
  public HistoryReader(Path file) throws IOException {
    this.file = file;
    InputStream bytes = Files.newInputStream(file);
    if (!Arrays.equals(bytes.readNBytes(HistoryWriter.MAGIC.length), HistoryWriter.MAGIC)) {
      bytes.close();
      throw new IOException(file + " is not a history, or of another version");
    }
    this.in =
        new DataInputStream(
            new BufferedInputStream(
                new InflaterInputStream(
                    new BufferedInputStream(bytes, BUFFER_BYTES), new Inflater(), BUFFER_BYTES),
                BUFFER_BYTES));
    this.decoder = new EventDecoder(in);
  }

  /**
   * The next event; empty after the last whole one.
   *
   * @throws IOException when the file is damaged
   */
  public Optional<HistoryEvent> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    try {
      Optional<HistoryEvent> next = decoder.next();
      ended = next.isEmpty();
      complete = ended;
      return next;
    } catch (EOFException e) {
      ended = true; // Cut short, as by a crash of the harness: complete() says so.
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("the history " + file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Whether the file was closed in order, so that no event is missing; known after the last. */
  public boolean complete() {
    return complete;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
