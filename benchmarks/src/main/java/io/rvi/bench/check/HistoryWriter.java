package io.rvi.bench.check;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Streams a history to a compressed file, on a thread of its own, so that no client's thread waits
 * for the disk unless that falls far behind.
 */
public final class HistoryWriter implements AutoCloseable {
  /** The first bytes of a file: name and version of the format. */
  static final byte[] MAGIC = "rvi-history-1\n".getBytes(StandardCharsets.US_ASCII);

  /** A second of a fast load: long enough to outlast a hiccup of the disk, a few MiB at most. */
  private static final int QUEUE_MAX = 1 << 16;

  /** How many events the thread takes at once. */
  private static final int DRAIN_MAX = 1 << 10;

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final DataOutputStream out;
  private final EventEncoder encoder;
  private final BlockingQueue<Slot> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;
  private volatile @Nullable IOException failure;

  /** An event, or none for the end. */
  private record Slot(@Nullable HistoryEvent event) {}

  /**
   * Begins a file.
   *
   * @param file where; must not exist
   * @param begun what the history is about
   * @throws IOException when it can't be written
   */
  public HistoryWriter(Path file, HistoryEvent.Begun begun) throws IOException {
    this.file = file;
    var bytes = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
    bytes.write(MAGIC);
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    this.out =
        new DataOutputStream(
            new BufferedOutputStream(
                new DeflaterOutputStream(bytes, fast, BUFFER_BYTES) {
                  @Override
                  public void close() throws IOException {
                    super.close();
                    def.end();
                  }
                },
                BUFFER_BYTES));
    this.encoder = new EventEncoder(out);
    encoder.write(begun);
    this.thread = new Thread(this::drain, "history-" + file.getFileName());
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Takes an event; waits when the disk is far behind. Safe for use by several threads.
   *
   * @param event what happened
   * @throws IllegalStateException after the close
   */
  public void record(HistoryEvent event) {
    if (closed.get()) {
      throw new IllegalStateException("the history " + file + " is closed");
    }
    put(new Slot(event));
  }

  private void put(Slot slot) {
    boolean interrupted = false;
    while (true) {
      try {
        queue.put(slot);
        break;
      } catch (InterruptedException e) {
        interrupted = true; // An event that is dropped would make the verdict wrong.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() {
    List<Slot> slots = new ArrayList<>(DRAIN_MAX);
    boolean ended = false;
    while (!ended) {
      slots.clear();
      try {
        slots.add(queue.take());
      } catch (InterruptedException e) {
        continue; // Nobody has a reason to; the end comes through the queue.
      }
      queue.drainTo(slots, DRAIN_MAX - 1);
      ended = slots.get(slots.size() - 1).event() == null;
      write(slots);
    }
  }

  private void write(List<Slot> slots) {
    try {
      for (Slot slot : slots) {
        if (slot.event() != null && failure == null) {
          encoder.write(slot.event());
        }
      }
    } catch (IOException e) {
      failure = e; // Told at the close. Later events are taken and dropped, so that nobody waits.
    }
  }

  /**
   * Ends the file. A second close does nothing.
   *
   * @throws IOException when not all of it could be written; the file is then cut short
   */
  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    put(new Slot(null));
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + file + " was being closed", e);
    }
    try (out) {
      IOException failed = failure;
      if (failed != null) {
        throw new IOException("could not write all of the history " + file, failed);
      }
      encoder.end();
    }
  }
}
