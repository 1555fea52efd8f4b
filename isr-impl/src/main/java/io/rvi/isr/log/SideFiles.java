package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes a log's side files, one at a time, on a pool thread. Order is what matters here: the epoch
 * history is durable before a recovery point that lets recovery skip the batches it came from, and
 * a truncation is durable before an epoch history without the epochs it removed.
 */
final class SideFiles {
  private final Disk disk;
  private final DiskLane lane;
  private final SideFile checkpointFile;
  private final SideFile epochsFile;
  private boolean checkpointQueued;
  private boolean epochsChanged;

  /** The largest recovery point that a checkpoint on disk may have. */
  private long recoveryPointMax;

  SideFiles(Disk disk, Path directory, DiskLane lane, long recoveryPoint) {
    this.disk = disk;
    this.lane = lane;
    this.checkpointFile = Checkpoint.file(disk, directory);
    this.epochsFile = Epochs.file(disk, directory);
    this.recoveryPointMax = recoveryPoint;
  }

  /** Notes that the history has an entry that the file lacks; the next checkpoint writes it. */
  void epochsChanged() {
    epochsChanged = true;
  }

  void writeEpochs(Epochs epochs, Runnable done) {
    List<String> lines = epochs.lines();
    lane.submit(() -> () -> epochsFile.write(lines), done);
  }

  void writeEpochsAfter(DiskLane.Work first, Epochs epochs) {
    List<String> lines = epochs.lines();
    lane.submit(
        () ->
            () -> {
              first.run();
              epochsFile.write(lines);
            },
        () -> {});
  }

  void writeIndex(Path path, ByteBuffer content) {
    lane.submit(() -> () -> IndexFile.write(disk, path, content), () -> {});
  }

  void checkpoint(Supplier<Checkpoint> latest, Epochs epochs) {
    if (checkpointQueued) {
      return;
    }
    checkpointQueued = true;
    lane.submit(() -> checkpointWork(latest.get(), epochs), () -> {});
  }

  private DiskLane.Work checkpointWork(Checkpoint checkpoint, Epochs epochs) {
    checkpointQueued = false;
    recoveryPointMax = Math.max(recoveryPointMax, checkpoint.recoveryPoint());
    boolean withEpochs = epochsChanged;
    epochsChanged = false;
    List<String> lines = epochs.lines();
    return () -> {
      if (withEpochs) {
        epochsFile.write(lines);
      }
      checkpoint.write(checkpointFile);
    };
  }

  /** Sees to it, blocking, that no checkpoint on disk has a recovery point above an offset. */
  void lowerRecoveryPoint(long startOffset, long offset, long highWatermark) throws IOException {
    lane.await();
    if (recoveryPointMax > offset) {
      new Checkpoint(startOffset, offset, highWatermark).write(checkpointFile);
      recoveryPointMax = offset;
    }
  }

  void writeAllNow(Segment newest, Epochs epochs, Checkpoint checkpoint) throws IOException {
    IndexFile.write(disk, IndexFile.path(newest.path()), IndexFile.encode(newest));
    epochsFile.write(epochs.lines());
    checkpoint.write(checkpointFile);
  }

  void await() throws IOException {
    lane.await();
  }

  void close() {
    lane.close();
  }
}
