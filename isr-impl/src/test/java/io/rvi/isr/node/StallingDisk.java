package io.rvi.isr.node;

import io.rvi.isr.log.Disk;
import io.rvi.isr.log.DiskFile;
import io.rvi.isr.log.RealDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The file system, with changes or fsyncs that hang as told. As with a real one, a thread that
 * hangs can't be interrupted, what it was about to do is done in the end, and a file can't be
 * closed under it.
 */
final class StallingDisk implements Disk {
  private static final CountDownLatch OPEN = new CountDownLatch(0);

  private final Disk disk = new RealDisk();
  private final AtomicInteger hanging = new AtomicInteger();
  private volatile CountDownLatch changes = OPEN;
  private volatile CountDownLatch fsyncs = OPEN;

  /** From now on whatever changes the disk hangs, as on a frozen file system. */
  void stall() {
    CountDownLatch gate = new CountDownLatch(1);
    changes = gate;
    fsyncs = gate;
  }

  /** From now on fsyncs hang; the page cache takes what is written. */
  void stallFsyncs() {
    fsyncs = new CountDownLatch(1);
  }

  /** Lets all go on, those that hang too. */
  void heal() {
    CountDownLatch formerChanges = changes;
    CountDownLatch formerFsyncs = fsyncs;
    changes = OPEN;
    fsyncs = OPEN;
    formerChanges.countDown();
    formerFsyncs.countDown();
  }

  /** How many operations hang. */
  int hanging() {
    return hanging.get();
  }

  private void pass(CountDownLatch gate) {
    if (gate.getCount() == 0) {
      return;
    }
    hanging.incrementAndGet();
    boolean interrupted = false;
    while (true) {
      try {
        gate.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    hanging.decrementAndGet();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public DiskFile open(Path file) throws IOException {
    if (!disk.exists(file)) {
      pass(changes);
    }
    return new StallingFile(disk.open(file));
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    return disk.list(directory);
  }

  @Override
  public boolean exists(Path path) {
    return disk.exists(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    pass(changes);
    disk.createDirectories(directory);
  }

  @Override
  public void replace(Path source, Path target) throws IOException {
    pass(changes);
    disk.replace(source, target);
  }

  @Override
  public void delete(Path file) throws IOException {
    pass(changes);
    disk.delete(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    pass(fsyncs);
    disk.forceDirectory(directory);
  }

  private interface Change {
    void run() throws IOException;
  }

  private final class StallingFile implements DiskFile {
    private final DiskFile file;

    /** Shared by the operations, and taken alone to close. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    StallingFile(DiskFile file) {
      this.file = file;
    }

    private void use(CountDownLatch gate, Change change) throws IOException {
      use.readLock().lock();
      try {
        pass(gate);
        change.run();
      } finally {
        use.readLock().unlock();
      }
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      use(changes, () -> file.write(bytes, position));
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public void force() throws IOException {
      use(fsyncs, file::force);
    }

    @Override
    public void truncate(long size) throws IOException {
      use(changes, () -> file.truncate(size));
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      use.writeLock().lock();
      try {
        file.close();
      } finally {
        use.writeLock().unlock();
      }
    }
  }
}
