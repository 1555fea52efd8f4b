package io.rvi.isr.log;

import io.rvi.isr.batch.BatchFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of a log: finds the segments, reads what was not flushed for certain, cuts a torn
 * tail, and tells damage from it. Nothing is deleted because a side file is unreadable.
 *
 * <p>Bytes behind the last intact batch are a <em>torn tail</em>, and cut, when a crash explains
 * them: they lie at or above both the recovery point and the checkpointed high watermark, and
 * either no intact batch follows, or power may have been lost and the bad place has a hole of
 * unwritten zeros. Anything else is <em>damage</em>, and left where it is.
 */
final class Recovery {
  private final Disk disk;
  private final Path directory;
  private final LogSettings settings;
  private final boolean powerLossPossible;
  private final SideFile checkpointFile;
  private final SideFile epochsFile;

  private final List<Segment> segments = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private Epochs epochs = new Epochs();
  private boolean epochsKnown = true;
  private Checkpoint checkpoint = new Checkpoint(0, 0, 0);
  private boolean checkpointKnown = true;
  private long scannedBytes;
  private long cutBytes;
  private @Nullable Damage damage;

  /** Whether a torn tail was cut, with all that lay behind it. */
  private boolean endFound;

  Recovery(Disk disk, Path directory, LogSettings settings, boolean powerLossPossible) {
    this.disk = disk;
    this.directory = directory;
    this.settings = settings;
    this.powerLossPossible = powerLossPossible;
    this.checkpointFile = Checkpoint.file(disk, directory);
    this.epochsFile = Epochs.file(disk, directory);
  }

  List<Segment> segments() {
    return segments;
  }

  Epochs epochs() {
    return epochs;
  }

  /**
   * Everything before it is durable: the recovery point, or the end of a log that was cut since.
   */
  long durableOffset() {
    return Math.min(checkpoint.recoveryPoint(), endOffset());
  }

  private long endOffset() {
    return segments.isEmpty()
        ? checkpoint.startOffset()
        : segments.get(segments.size() - 1).endOffset();
  }

  RecoveryReport run() throws IOException {
    boolean existed = disk.exists(directory);
    createDirectory();
    List<Long> bases = baseOffsets();
    readCheckpoint(existed && !bases.isEmpty());
    readEpochs(existed && !bases.isEmpty());
    if (bases.isEmpty() && !checkpointFile.exists()) {
      checkpoint.write(checkpointFile); // Before the first segment: from now on it is never absent.
    }
    for (int i = 0; i < bases.size() && damage == null && !endFound; i++) {
      long following = i + 1 < bases.size() ? bases.get(i + 1) : -1;
      load(bases.get(i), following);
    }
    if (damage == null) {
      checkNothingIsMissing();
    }
    // A killed process may have created or removed a segment and not made that durable: what was
    // found here must be what a later power loss finds.
    disk.forceDirectory(directory);
    long start = segments.isEmpty() ? checkpoint.startOffset() : segments.get(0).baseOffset();
    epochs.dropBeyond(endOffset());
    long highWatermark = Math.max(start, Math.min(checkpoint.highWatermark(), endOffset()));
    return new RecoveryReport(
        start,
        endOffset(),
        highWatermark,
        scannedBytes,
        cutBytes,
        Optional.ofNullable(damage),
        epochs.accepted(),
        !epochsKnown && endOffset() > start,
        warnings);
  }

  /** Creates the directory where absent; durably, also when a killed process had created it. */
  private void createDirectory() throws IOException {
    disk.createDirectories(directory);
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      disk.forceDirectory(parent);
    }
  }

  private List<Long> baseOffsets() throws IOException {
    List<Long> bases = new ArrayList<>();
    for (String name : disk.list(directory)) {
      if (name.endsWith(Segment.SUFFIX)) {
        String digits = name.substring(0, name.length() - Segment.SUFFIX.length());
        if (digits.matches("\\d{20}")) {
          bases.add(Long.parseLong(digits));
        } else {
          warnings.add(directory.resolve(name) + " is no segment of this log and is left alone");
        }
      }
    }
    bases.sort(null);
    return bases;
  }

  private void readCheckpoint(boolean expected) throws IOException {
    try {
      checkpoint = Checkpoint.read(checkpointFile);
    } catch (SideFile.Unreadable e) {
      checkpointKnown = !expected;
      if (expected || checkpointFile.exists()) {
        warnings.add(e.getMessage() + "; the whole log is read instead");
      }
    }
  }

  private void readEpochs(boolean expected) throws IOException {
    try {
      epochs = Epochs.read(epochsFile);
    } catch (SideFile.Unreadable e) {
      epochsKnown = !expected;
      if (expected || epochsFile.exists()) {
        warnings.add(e.getMessage() + "; it is rebuilt from the whole log");
      }
    }
  }

  private void load(long baseOffset, long followingBase) throws IOException {
    Path path = directory.resolve(Segment.fileName(baseOffset, Segment.SUFFIX));
    long expected = endOffset();
    if (!segments.isEmpty() && baseOffset != expected) {
      boolean blank = baseOffset > expected && isBlank(path, baseOffset);
      if (blank && followingBase < 0 && segmentsMayEndAt(expected)) {
        disk.delete(path); // A segment begun behind a tail that was torn and cut.
        return;
      }
      damage =
          new Damage(path, 0, expected, "the records before offset " + baseOffset + " are missing");
      return;
    }
    Segment segment = new Segment(path, baseOffset, disk.open(path), settings.indexIntervalBytes());
    segments.add(segment);
    SegmentHeader.State header = SegmentHeader.read(segment.file(), path, baseOffset);
    if (header == SegmentHeader.State.BLANK && followingBase < 0) {
      startAnew(segment);
      return;
    }
    if (header != SegmentHeader.State.GOOD) {
      warnings.add(path + " has an unreadable header; it is written anew from the file's name");
      SegmentHeader.write(segment.file(), baseOffset);
    }
    if (!restoreFromIndex(segment, followingBase)) {
      scan(segment, followingBase);
    }
  }

  private boolean isBlank(Path path, long baseOffset) throws IOException {
    try (DiskFile file = disk.open(path)) {
      return file.size() <= SegmentHeader.BYTES
          || SegmentHeader.read(file, path, baseOffset) == SegmentHeader.State.BLANK;
    }
  }

  /** Makes a blank newest segment an empty one, whatever space was set aside for it. */
  private void startAnew(Segment segment) throws IOException {
    segment.file().truncate(0);
    SegmentHeader.write(segment.file(), segment.baseOffset());
  }

  /**
   * Takes a segment's end from its index file where all of the segment was flushed and all side
   * files can be believed.
   */
  private boolean restoreFromIndex(Segment segment, long followingBase) throws IOException {
    boolean flushed =
        followingBase >= 0
            ? followingBase <= checkpoint.recoveryPoint()
            : segment.baseOffset() < checkpoint.recoveryPoint();
    if (!checkpointKnown || !epochsKnown || !flushed) {
      return false;
    }
    SegmentIndex scratch = segment.index();
    String wrong = IndexFile.restore(disk, segment, settings.indexIntervalBytes());
    if (wrong == null && indexFits(segment, followingBase)) {
      return true;
    }
    if (wrong != null && followingBase >= 0) {
      warnings.add(wrong + "; it is rebuilt from its segment");
    }
    segment.restore(scratch, segment.baseOffset(), SegmentHeader.BYTES, 0);
    return false;
  }

  private boolean indexFits(Segment segment, long followingBase) throws IOException {
    long end = followingBase >= 0 ? followingBase : checkpoint.recoveryPoint();
    return segment.endOffset() == end && segment.bytes() == segment.file().size();
  }

  private void scan(Segment segment, long followingBase) throws IOException {
    SegmentScan scan = new SegmentScan(segment);
    scan.run(header -> epochs.observe(header.epoch(), header.baseOffset()));
    scannedBytes += segment.bytes();
    BatchFault fault = scan.fault();
    if (fault == BatchFault.NEWER_VERSION) {
      throw new LogFailure(
          LogFailure.Kind.NEWER_FORMAT,
          segment.path() + " at byte " + segment.bytes() + ": " + fault.words(),
          null);
    }
    boolean reachesFollowing = followingBase < 0 || segment.endOffset() == followingBase;
    if (fault == null && reachesFollowing) {
      return;
    }
    if (segmentsMayEndAt(segment.endOffset())
        && (followingBase < 0 ? tornTail(scan, fault) : tornBeforeFollowing(fault, scan))) {
      cut(segment, scan);
    } else {
      damage =
          new Damage(
              segment.path(),
              segment.bytes(),
              segment.endOffset(),
              fault == null
                  ? "the records from here to offset " + followingBase + " are missing"
                  : fault.words());
    }
  }

  /** Whether a crash may have ended the log here: nothing beyond was flushed or committed. */
  private boolean segmentsMayEndAt(long offset) {
    return offset >= checkpoint.recoveryPoint() && offset >= checkpoint.highWatermark();
  }

  private boolean tornTail(SegmentScan scan, @Nullable BatchFault fault) throws IOException {
    return unwritten(fault, scan)
        || (powerLossPossible && scan.holeExplains())
        || (checkpointKnown && !scan.laterBatchFollows());
  }

  private static boolean unwritten(@Nullable BatchFault fault, SegmentScan scan)
      throws IOException {
    return fault == BatchFault.ZEROS && scan.onlyZerosFollow();
  }

  /** A segment that others follow is complete, unless power was lost before it was flushed. */
  private boolean tornBeforeFollowing(@Nullable BatchFault fault, SegmentScan scan)
      throws IOException {
    return powerLossPossible
        && checkpointKnown
        && (fault == null
            || fault == BatchFault.SHORT
            || unwritten(fault, scan)
            || scan.holeExplains());
  }

  /** Cuts the torn tail off, and the segments behind it, which a power loss left without it. */
  private void cut(Segment segment, SegmentScan scan) throws IOException {
    cutBytes += scan.fileBytes() - segment.bytes();
    segment.truncate(segment.bytes(), segment.endOffset());
    segment.force();
    for (long base : baseOffsets()) {
      if (base > segment.baseOffset()) {
        Path later = directory.resolve(Segment.fileName(base, Segment.SUFFIX));
        disk.replace(later, later.resolveSibling(later.getFileName() + ".torn"));
      }
    }
    disk.forceDirectory(directory);
    endFound = true;
  }

  /** Records that were flushed, or committed, and are not there any more. */
  private void checkNothingIsMissing() {
    long promised = Math.max(checkpoint.recoveryPoint(), checkpoint.highWatermark());
    boolean unpromised = powerLossPossible && endOffset() >= checkpoint.recoveryPoint();
    if (endOffset() < promised && !unpromised) {
      Path file = segments.isEmpty() ? directory : segments.get(segments.size() - 1).path();
      int position = segments.isEmpty() ? 0 : segments.get(segments.size() - 1).bytes();
      damage =
          new Damage(
              file, position, endOffset(), "the records up to offset " + promised + " are missing");
    }
  }
}
