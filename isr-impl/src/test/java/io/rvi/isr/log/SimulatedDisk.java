package io.rvi.isr.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * A disk in memory that keeps what was flushed apart from what was only written, and fails as told.
 * Directories that were created stay. Safe for use by several threads.
 */
final class SimulatedDisk implements Disk {
  private static final int SECTOR_BYTES = 512;

  /** What a file holds now, and what a power loss would leave of it. */
  private static final class Content {
    byte[] written = new byte[0];
    byte[] flushed = new byte[0];
  }

  private final TreeMap<Path, Content> entries = new TreeMap<>();
  private Map<Path, Content> flushedEntries = new HashMap<>();
  private int writesLeft = Integer.MAX_VALUE;
  private int forcesLeft = Integer.MAX_VALUE;
  private boolean failOnce;
  private long bytesFree = Long.MAX_VALUE;
  private CountDownLatch stall = new CountDownLatch(0);
  private int forces;

  /** Fails the write after so many more, and those after it unless only once. */
  synchronized void failWriteAfter(int more, boolean onlyOnce) {
    writesLeft = more;
    failOnce = onlyOnce;
  }

  /** Fails the flush after so many more, and those after it unless only once. */
  synchronized void failForceAfter(int more, boolean onlyOnce) {
    forcesLeft = more;
    failOnce = onlyOnce;
  }

  /** Has room for so many more bytes; a write that does not fit writes what fits and fails. */
  synchronized void fillUp(long bytesLeft) {
    bytesFree = bytesLeft;
  }

  /** Ends all faults. */
  synchronized void repair() {
    writesLeft = Integer.MAX_VALUE;
    forcesLeft = Integer.MAX_VALUE;
    bytesFree = Long.MAX_VALUE;
  }

  /** Makes flushes wait until the returned latch is counted down. */
  synchronized CountDownLatch stallForces() {
    stall = new CountDownLatch(1);
    return stall;
  }

  /** How many file flushes succeeded. */
  synchronized int forces() {
    return forces;
  }

  /** The content of a file. */
  synchronized byte[] content(Path file) {
    return content0(file).written.clone();
  }

  /** Replaces the content of a file, as damage would. */
  synchronized void damage(Path file, byte[] content) {
    content0(file).written = content.clone();
    content0(file).flushed = content.clone();
  }

  private Content content0(Path file) {
    return Objects.requireNonNull(entries.get(file), file.toString());
  }

  /**
   * Takes the power away: of what was not flushed, some sectors arrive and others do not; a file
   * that grew may end early, or hold zeros where a sector is missing.
   */
  synchronized void losePower(Random random) {
    entries.clear();
    flushedEntries.forEach(
        (path, content) -> {
          content.written = survivor(content, random);
          content.flushed = content.written;
          entries.put(path, content);
        });
    repair();
  }

  private static byte[] survivor(Content content, Random random) {
    byte[] survivor = content.flushed.clone();
    if (random.nextBoolean() || content.written.length <= content.flushed.length) {
      return survivor;
    }
    int grown = random.nextInt(content.written.length - content.flushed.length + 1);
    survivor = Arrays.copyOf(survivor, content.flushed.length + grown);
    for (int at = content.flushed.length; at < survivor.length; ) {
      int end = Math.min(survivor.length, (at / SECTOR_BYTES + 1) * SECTOR_BYTES);
      if (random.nextInt(4) > 0) {
        System.arraycopy(content.written, at, survivor, at, end - at);
      }
      at = end;
    }
    return survivor;
  }

  @Override
  public synchronized DiskFile open(Path file) {
    return new OpenFile(entries.computeIfAbsent(file, path -> new Content()));
  }

  @Override
  public synchronized List<String> list(Path directory) {
    return entries.keySet().stream()
        .filter(path -> directory.equals(path.getParent()))
        .map(path -> path.getFileName().toString())
        .toList();
  }

  @Override
  public synchronized boolean exists(Path path) {
    return entries.keySet().stream().anyMatch(entry -> entry.startsWith(path));
  }

  @Override
  public void createDirectories(Path directory) {}

  @Override
  public synchronized void replace(Path source, Path target) throws IOException {
    Content content = entries.remove(source);
    if (content == null) {
      throw new FileNotFoundException(source.toString());
    }
    entries.put(target, content);
  }

  @Override
  public synchronized void delete(Path file) {
    entries.remove(file);
  }

  @Override
  public synchronized void forceDirectory(Path directory) throws IOException {
    countForce();
    Map<Path, Content> kept = new HashMap<>(flushedEntries);
    kept.keySet().removeIf(path -> directory.equals(path.getParent()));
    entries.forEach(
        (path, content) -> {
          if (directory.equals(path.getParent())) {
            kept.put(path, content);
          }
        });
    flushedEntries = kept;
  }

  private void countForce() throws IOException {
    if (forcesLeft-- <= 0) {
      forcesLeft = failOnce ? Integer.MAX_VALUE : 0;
      throw new IOException("simulated: the flush failed");
    }
  }

  private final class OpenFile implements DiskFile {
    private final Content content;

    OpenFile(Content content) {
      this.content = content;
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      synchronized (SimulatedDisk.this) {
        if (writesLeft-- <= 0) {
          writesLeft = failOnce ? Integer.MAX_VALUE : 0;
          throw new IOException("simulated: the write failed");
        }
        int wanted = bytes.remaining();
        int fits = (int) Math.min(wanted, bytesFree);
        int end = Math.toIntExact(position) + fits;
        if (content.written.length < end) {
          content.written = Arrays.copyOf(content.written, end);
        }
        bytes.get(content.written, Math.toIntExact(position), fits);
        bytesFree -= fits;
        if (fits < wanted) {
          throw new IOException("simulated: no space left on device");
        }
      }
    }

    @Override
    public int read(ByteBuffer target, long position) {
      synchronized (SimulatedDisk.this) {
        long there = Math.max(0, content.written.length - position);
        int bytes = (int) Math.min(there, target.remaining());
        if (bytes > 0) {
          target.put(content.written, Math.toIntExact(position), bytes);
        }
        return bytes;
      }
    }

    @Override
    public void force() throws IOException {
      CountDownLatch waiting;
      byte[] captured;
      synchronized (SimulatedDisk.this) {
        waiting = stall;
        captured = content.written.clone();
      }
      try {
        waiting.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
      synchronized (SimulatedDisk.this) {
        countForce();
        content.flushed = captured;
        forces++;
      }
    }

    @Override
    public void truncate(long size) {
      synchronized (SimulatedDisk.this) {
        if (size < content.written.length) {
          content.written = Arrays.copyOf(content.written, Math.toIntExact(size));
          content.flushed =
              Arrays.copyOf(content.flushed, (int) Math.min(size, content.flushed.length));
        }
      }
    }

    @Override
    public long size() {
      synchronized (SimulatedDisk.this) {
        return content.written.length;
      }
    }

    @Override
    public void close() {}
  }
}
