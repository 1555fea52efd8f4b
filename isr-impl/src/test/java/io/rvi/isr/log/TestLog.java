package io.rvi.isr.log;

import io.rvi.api.LogRecord;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log whose owner is the test's thread, and whose disk work runs when the test says so. */
final class TestLog implements LogListener {
  static final LogSettings SMALL = new LogSettings(4 << 10, 256);

  private final ArrayDeque<Runnable> owned = new ArrayDeque<>();
  private final ArrayDeque<Runnable> pooled = new ArrayDeque<>();
  private final PartitionLog log;
  private long flushed = -1;
  private @Nullable LogFailure failure;

  private TestLog(Disk disk, Path directory, boolean powerLossPossible) throws LogFailure {
    log =
        PartitionLog.open(
            new LogPlace(disk, directory, SMALL, owned::add, pooled::add), powerLossPossible, this);
  }

  static TestLog open(Disk disk, Path directory) throws LogFailure {
    return new TestLog(disk, directory, false);
  }

  static TestLog openAfterPowerLoss(Disk disk, Path directory) throws LogFailure {
    return new TestLog(disk, directory, true);
  }

  PartitionLog log() {
    return log;
  }

  /** The offset that the last flush reported, -1 for none. */
  long flushed() {
    return flushed;
  }

  @Nullable LogFailure failure() {
    return failure;
  }

  @Override
  public void flushed(long durableOffset) {
    flushed = durableOffset;
  }

  @Override
  public void failed(LogFailure failed) {
    if (failure != null) {
      throw new IllegalStateException("failed twice");
    }
    failure = failed;
  }

  /** Runs one piece of disk work, without telling the owner. */
  boolean runPooled() {
    Runnable task = pooled.poll();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  /** Runs all there is to run. */
  void settle() {
    while (runPooled() || !owned.isEmpty()) {
      runOwned();
    }
  }

  /** Tells the owner what has ended. */
  void runOwned() {
    while (!owned.isEmpty()) {
      owned.remove().run();
    }
  }

  /** Appends records for the next offsets as the leader. */
  void append(int count, int payloadBytes) throws LogFailure {
    appendAs(0, count, payloadBytes);
  }

  void appendAs(long epoch, int count, int payloadBytes) throws LogFailure {
    log.appendAsLeader(
        TestBatches.batch(log.endOffset(), count, (int) epoch, payloadBytes), epoch, 1_000);
  }

  /** All records from an offset on, as texts up to the first dot. */
  List<String> texts(long from) throws LogFailure {
    List<String> texts = new ArrayList<>();
    for (LogRecord record : records(from)) {
      String text = new String(record.payload(), StandardCharsets.UTF_8);
      int dot = text.indexOf('.');
      texts.add(dot < 0 ? text : text.substring(0, dot));
    }
    return texts;
  }

  List<LogRecord> records(long from) throws LogFailure {
    List<LogRecord> records = new ArrayList<>();
    long next = from;
    while (next < log.endOffset()) {
      List<LogRecord> some = records(next, log.endOffset(), 700);
      if (some.isEmpty()) {
        throw new IllegalStateException("nothing at " + next + " of " + log.endOffset());
      }
      records.addAll(some);
      next = some.get(some.size() - 1).offset() + 1;
    }
    return records;
  }

  List<LogRecord> records(long from, long upTo, int bytesMax) throws LogFailure {
    LogSlice slice = log.find(from, upTo, bytesMax);
    ByteBuffer bytes = ByteBuffer.allocate(slice.bytes());
    log.read(slice, bytes);
    List<LogRecord> records = new ArrayList<>();
    try {
      BatchReader.records(bytes.flip(), from, Long.MAX_VALUE, records);
    } catch (BatchException e) {
      throw new IllegalStateException(e);
    }
    return records;
  }
}
