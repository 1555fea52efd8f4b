package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A disk that shows what it is asked for, so that a thread which never touches it can see that it
 * hangs; and that can be failed for good, so that what returns from it late is not believed.
 *
 * <p>Each thread that uses it has an entry of its own, which it alone writes: an operation costs
 * two ordered stores and no lock.
 */
public final class WatchedDisk implements Disk {
  private static final String FSYNC = "fsync of";

  private final Disk disk;
  private final List<Worker> workers = new CopyOnWriteArrayList<>();

  @SuppressWarnings("ThreadLocalUsage") // A thread has an entry for each disk, and uses one or two.
  private final ThreadLocal<Worker> mine = ThreadLocal.withInitial(this::enlist);

  /** Why every operation fails; null until {@link #fail}, and never null again. */
  private volatile @Nullable String failure;

  /**
   * Watches a disk.
   *
   * @param disk does what is asked
   */
  public WatchedDisk(Disk disk) {
    this.disk = disk;
  }

  private Worker enlist() {
    Worker enlisted = new Worker();
    workers.add(enlisted);
    return enlisted;
  }

  /** One thread's work on the disk. Written by that thread, read by any. */
  public static final class Worker {
    /** Odd while an operation is under way; grows by one as it begins and as it ends. */
    private final AtomicLong steps = new AtomicLong();

    // Written before the step that begins the operation: who has seen that step sees these, or what
    // came later.
    private String what = "nothing";
    private Path where = Path.of("");

    private Worker() {}

    private void begin(String asked, Path at) {
      what = asked;
      where = at;
      step();
    }

    private void step() {
      steps.setRelease(steps.getPlain() + 1);
    }

    /** How many operations have ended. */
    public long ended() {
      return steps.getAcquire() / 2;
    }

    /** How many operations have begun: one more than have ended while one is under way. */
    public long begun() {
      return (steps.getAcquire() + 1) / 2;
    }

    /** Whether the last operation is one that makes durable what was written before. */
    public boolean isFsync() {
      return what.equals(FSYNC);
    }

    /** The last operation and its file or directory, such as {@code fsync of /data/x}. */
    public String work() {
      return what + " " + where;
    }
  }

  /** The threads that have used the disk, each for ever. */
  public List<Worker> workers() {
    return List.copyOf(workers);
  }

  /**
   * Fails the disk for good. Every later operation fails, and so does each that is under way, when
   * it ends, as a failed write does (rule R16): what became of it shows when the log is opened
   * anew. Returns at once.
   *
   * @param reason one line
   */
  public void fail(String reason) {
    failure = reason;
  }

  /** Whether it was failed. */
  public boolean isFailed() {
    return failure != null;
  }

  private void refuseIfFailed() throws IOException {
    String reason = failure;
    if (reason != null) {
      throw new IOException(reason);
    }
  }

  /** What the disk is asked for. */
  private interface Operation<T> {
    T run() throws IOException;
  }

  private void run(String what, Path where, DiskLane.Work work) throws IOException {
    refuseIfFailed();
    Worker worker = mine.get();
    worker.begin(what, where);
    try {
      work.run();
    } finally {
      worker.step();
    }
    refuseIfFailed();
  }

  private <T> T get(String what, Path where, Operation<T> operation) throws IOException {
    refuseIfFailed();
    Worker worker = mine.get();
    worker.begin(what, where);
    T found;
    try {
      found = operation.run();
    } finally {
      worker.step();
    }
    refuseIfFailed();
    return found;
  }

  @Override
  public DiskFile open(Path file) throws IOException {
    return get("open", file, () -> new WatchedFile(file, disk.open(file)));
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    return get("list", directory, () -> disk.list(directory));
  }

  @Override
  public boolean exists(Path path) {
    return disk.exists(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    run("create", directory, () -> disk.createDirectories(directory));
  }

  @Override
  public void replace(Path source, Path target) throws IOException {
    run("rename to", target, () -> disk.replace(source, target));
  }

  @Override
  public void delete(Path file) throws IOException {
    run("delete", file, () -> disk.delete(file));
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    run(FSYNC, directory, () -> disk.forceDirectory(directory));
  }

  /**
   * A file of the disk. Closing it is neither watched nor refused: it gives up, and adds nothing.
   */
  private final class WatchedFile implements DiskFile {
    private final Path path;
    private final DiskFile file;

    WatchedFile(Path path, DiskFile file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      run("write to", path, () -> file.write(bytes, position));
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return get("read of", path, () -> file.read(target, position));
    }

    @Override
    public void force() throws IOException {
      run(FSYNC, path, file::force);
    }

    @Override
    public void truncate(long size) throws IOException {
      run("cut of", path, () -> file.truncate(size));
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
