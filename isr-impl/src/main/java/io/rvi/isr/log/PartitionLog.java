package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The log of one replica of one partition: batches in segment files, its epoch history and its
 * checkpoints. All methods are called on one thread, the owner; the listener is called there too.
 * An append is one positional write to the page cache, on the owner's thread. Flushes and side
 * files are written by a pool, with what the owner captured, so a slow disk stops only who waits.
 *
 * <p>The first failed write or flush fails the log for good (rule R16): every later call throws
 * that failure. Nothing here decides what is committed, or whether to truncate; the protocol does.
 */
public final class PartitionLog {
  private final LogPlace place;
  private final LogListener listener;
  private final RecoveryReport recovery;
  private final SegmentChain chain;
  private final Epochs epochs;
  private final Flusher flusher;
  private final SideFiles sideFiles;
  private boolean damaged;
  private @Nullable LogFailure failure;

  /** {@code startOffset <= highWatermark <= endOffset}; what the next checkpoint writes. */
  private long highWatermark;

  private PartitionLog(
      LogPlace place, LogListener listener, Recovery recovery, RecoveryReport report)
      throws IOException {
    this.place = place;
    this.listener = listener;
    this.recovery = report;
    this.damaged = report.damage().isPresent();
    this.chain =
        new SegmentChain(
            place.disk(),
            place.directory(),
            place.settings(),
            recovery.segments(),
            report.startOffset());
    this.epochs = recovery.epochs();
    this.highWatermark = report.highWatermark();
    this.flusher =
        new Flusher(
            place,
            chain,
            new DurableOffset(recovery.durableOffset()),
            new DiskLane(place.pool(), place.owner(), e -> fail("flush", e)),
            this::flushed);
    this.sideFiles =
        new SideFiles(
            place.disk(),
            place.directory(),
            new DiskLane(place.pool(), place.owner(), e -> fail("write a side file of", e)),
            recovery.durableOffset());
  }

  /**
   * Opens a log, creating it when absent. Blocks while it reads what may not have been flushed.
   *
   * @param place where it lies
   * @param powerLossPossible whether unflushed bytes may be gone: the machine, or what counts as
   *     it, stopped since the log was used last (rule R12)
   * @param listener learns of flushes and of the failure
   * @throws LogFailure when the disk fails or the format is newer
   */
  public static PartitionLog open(LogPlace place, boolean powerLossPossible, LogListener listener)
      throws LogFailure {
    try {
      Recovery recovery =
          new Recovery(place.disk(), place.directory(), place.settings(), powerLossPossible);
      return new PartitionLog(place, listener, recovery, recovery.run());
    } catch (IOException e) {
      throw place.failure("open", e);
    }
  }

  /** What opening found. */
  public RecoveryReport recovery() {
    return recovery;
  }

  /** The offset of the first record, or of the next one if there is none. */
  public long startOffset() {
    return chain.startOffset();
  }

  /** The offset after the last record. */
  public long endOffset() {
    return chain.endOffset();
  }

  /** Where a segment begins so that at least these bytes, if there are so many, follow. */
  public long tailOffset(long bytes) {
    return chain.tailOffset(bytes);
  }

  private void flushed(long durableOffset) {
    if (failure == null) {
      listener.flushed(durableOffset);
    }
  }

  /** Everything before it survives a power loss; at most {@link #endOffset}. */
  public long durableOffset() {
    return flusher.durableOffset();
  }

  /** The epochs with records here, and those that {@link #startEpoch} noted; oldest first. */
  public List<EpochStart> epochs() {
    return epochs.starts();
  }

  /**
   * Notes that this replica leads in a new epoch from the log's end on (rule R5).
   *
   * @param epoch larger than all before
   * @param durablyNoted called when a power loss can't take the note any more; nothing may be
   *     appended in the epoch before
   */
  public void startEpoch(long epoch, Runnable durablyNoted) throws LogFailure {
    epochs.assign(epoch, endOffset());
    acceptEpoch(epoch, durablyNoted);
  }

  /** Notes that this replica follows in an epoch (R19); as {@link #startEpoch}, without a start. */
  public void acceptEpoch(long epoch, Runnable durablyNoted) throws LogFailure {
    checkUsable();
    epochs.accept(epoch);
    sideFiles.writeEpochs(epochs, durablyNoted);
  }

  /**
   * Appends a client's batch as the leader: stamps it where it lies, then writes it.
   *
   * @param batch from position to limit one batch that {@link BatchBytes#checked} has passed;
   *     stamped in place, position and limit unchanged
   * @param epoch the leader's epoch
   * @param timestampMs the wall clock, ms since 1970
   * @return the offset of its first record
   * @throws LogFailure when the write failed; the log is then failed
   */
  public long appendAsLeader(ByteBuffer batch, long epoch, long timestampMs) throws LogFailure {
    checkUsable();
    long baseOffset = endOffset();
    BatchBytes.stamp(batch, batch.position(), baseOffset, epoch, timestampMs);
    write(batch, List.of(BatchIntake.header(batch, baseOffset, place.directory())));
    return baseOffset;
  }

  /**
   * Appends batches as a follower, byte for byte as the leader stored them, after checking each.
   *
   * @param batches from position to limit whole batches that continue the log; not changed
   * @throws LogFailure of kind REFUSED when they are damaged or do not continue the log: nothing is
   *     appended then and the log stays usable; else the write failed
   */
  public void appendAsFollower(ByteBuffer batches) throws LogFailure {
    checkUsable();
    write(batches, BatchIntake.check(batches, endOffset(), epochs.newest(), place.directory()));
  }

  private void write(ByteBuffer batches, List<BatchHeader> headers) throws LogFailure {
    int position = batches.position();
    try {
      if (chain.wantsRoll(batches.remaining())) {
        roll();
      }
      chain.write(batches);
    } catch (IOException e) {
      throw fail("append to", e);
    }
    batches.position(position);
    for (BatchHeader header : headers) {
      if (epochs.assign(header.epoch(), header.baseOffset())) {
        sideFiles.epochsChanged();
      }
      chain.note(header);
    }
  }

  private void roll() throws IOException {
    Segment sealed = chain.active();
    chain.roll();
    flusher.directoryChanged();
    sideFiles.writeIndex(IndexFile.path(sealed.path()), IndexFile.encode(sealed));
    flush();
  }

  /**
   * Finds whole batches without reading them.
   *
   * @param from first offset wanted, {@code startOffset <= from <= endOffset}; the first batch may
   *     begin before it
   * @param upTo only batches that end at or before it
   * @param bytesMax bound on the bytes; one larger batch comes alone
   */
  public LogSlice find(long from, long upTo, int bytesMax) throws LogFailure {
    checkReadable();
    Objects.checkFromToIndex(startOffset(), from, endOffset());
    return chain.find(from, upTo, bytesMax);
  }

  /**
   * Reads what was found. Bytes that this process did not write a moment ago are checked.
   *
   * @param slice from {@link #find}, with no truncation since
   * @param target takes {@link LogSlice#bytes} bytes at its position, which moves past them
   * @throws LogFailure when the disk fails or the bytes are damaged, naming file and offset
   */
  public void read(LogSlice slice, ByteBuffer target) throws LogFailure {
    checkReadable();
    try {
      slice.read(target);
    } catch (IOException e) {
      throw place.failure("read", e);
    }
  }

  /**
   * Makes everything appended so far durable; one fsync may serve many calls (class {@code group}).
   * The listener learns when it is.
   */
  public void flush() {
    if (failure == null && !damaged) {
      flusher.flush();
    }
  }

  /** Makes everything appended so far durable with an fsync of its own (class {@code each}). */
  public void flushAlone() {
    if (failure == null && !damaged) {
      flusher.flushAlone();
    }
  }

  /**
   * Removes everything at and after an offset, in memory and file at once. An offset inside a batch
   * removes the whole batch. Blocks when the recovery point has to be lowered first.
   *
   * @param offset {@code startOffset <= offset}; at or above the end nothing happens
   * @return the log's end afterwards
   */
  public long truncateTo(long offset) throws LogFailure {
    checkUsable();
    if (offset >= endOffset()) {
      return endOffset();
    }
    Objects.checkFromToIndex(startOffset(), offset, endOffset());
    try {
      long cut = chain.cutOffset(offset);
      highWatermark = Math.min(highWatermark, cut);
      flusher.truncated(cut);
      sideFiles.lowerRecoveryPoint(startOffset(), cut, highWatermark);
      chain.truncate(cut);
      epochs.truncateFrom(cut);
      sideFiles.writeEpochsAfter(chain.active()::force, epochs);
      return cut;
    } catch (IOException e) {
      throw fail("truncate", e);
    }
  }

  /**
   * Removes everything and goes on at an offset: for a follower whose leader's log begins behind
   * the follower's end.
   *
   * @param offset the offset of the next record, 0 or more
   */
  public void resetTo(long offset) throws LogFailure {
    checkUsable();
    try {
      flusher.truncated(startOffset());
      sideFiles.lowerRecoveryPoint(startOffset(), startOffset(), startOffset());
      chain.reset(offset);
      epochs.truncateFrom(0);
      highWatermark = offset;
      sideFiles.writeEpochsAfter(() -> {}, epochs);
      sideFiles.checkpoint(() -> new Checkpoint(offset, offset, offset), epochs);
    } catch (IOException e) {
      throw fail("reset", e);
    }
  }

  /**
   * Moves a damaged file aside, with all that follow it, keeping the intact records before the
   * damage. From then on the log takes appends at its end. Only for storage that is no longer
   * counted for what it promised before (rules R12, R15).
   */
  public void setAsideDamage() throws LogFailure {
    Damage damage = recovery.damage().filter(found -> damaged).orElseThrow();
    try {
      flusher.truncated(chain.startOffset());
      highWatermark = Math.min(highWatermark, endOffset());
      sideFiles.lowerRecoveryPoint(startOffset(), startOffset(), highWatermark);
      SetAside.move(place.disk(), place.directory(), chain, damage);
      damaged = false;
    } catch (IOException e) {
      throw fail("set damage aside in", e);
    }
  }

  /**
   * Writes the checkpoint soon, on a pool thread: the high watermark, and the recovery point.
   *
   * @param newHighWatermark {@code startOffset <= newHighWatermark <= endOffset}
   */
  public void checkpoint(long newHighWatermark) {
    if (failure == null && !damaged) {
      highWatermark = newHighWatermark;
      sideFiles.checkpoint(
          () -> new Checkpoint(startOffset(), flusher.durableOffset(), highWatermark), epochs);
    }
  }

  /**
   * Deletes the oldest segments while the log is larger or older than it may be, but none with a
   * record that is not committed and durable, and never the newest.
   *
   * @param retention what may stay
   * @param committed the high watermark
   * @param nowMs the wall clock, ms since 1970
   */
  public void retain(Retention retention, long committed, long nowMs) throws LogFailure {
    checkUsable();
    try {
      chain.retain(retention, Math.min(committed, flusher.durableOffset()), nowMs);
    } catch (IOException e) {
      throw fail("delete old segments of", e);
    }
  }

  /**
   * Closes the log in order: flushes everything and writes all side files. Blocks.
   *
   * @throws LogFailure when it could not, or had failed before: then the stop is not clean
   */
  public void close() throws LogFailure {
    try {
      flusher.await();
      sideFiles.await();
      if (failure != null) {
        throw failure;
      }
      if (!damaged) {
        flusher.work().run();
        sideFiles.writeAllNow(
            chain.active(), epochs, new Checkpoint(startOffset(), endOffset(), highWatermark));
      }
    } catch (IOException e) {
      throw place.failure("close", e);
    } finally {
      abandon();
    }
  }

  /** Lets go of the files as a killed process would: nothing is flushed or written. */
  public void abandon() {
    flusher.close();
    sideFiles.close();
    try {
      chain.close();
    } catch (IOException e) {
      fail("close the files of", e);
    }
  }

  private void checkReadable() throws LogFailure {
    if (failure != null) {
      throw failure;
    }
  }

  private void checkUsable() throws LogFailure {
    checkReadable();
    if (damaged) {
      throw new IllegalStateException(recovery.damage() + " has to be set aside first");
    }
  }

  private LogFailure fail(String what, IOException cause) {
    LogFailure already = failure;
    if (already != null) {
      return already;
    }
    LogFailure first = place.failure(what, cause);
    failure = first;
    flusher.close();
    sideFiles.close();
    listener.failed(first);
    return first;
  }
}
