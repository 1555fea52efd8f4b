package io.rvi.raft.node;

import io.rvi.raft.storage.LogDamage;
import io.rvi.raft.storage.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;

/**
 * Notes, in a small file for each group, where the newest file of its log begins. Ratis takes a log
 * whose newest file is gone for a shorter one, and votes with it; here the note says that a file is
 * missing.
 *
 * <p>A file that is not a second old may not be noted yet. A log that was cut, by a conflict with
 * its leader, to before its newest file, and whose node died within that second, is refused
 * although nothing is missing.
 */
final class NewestSegments {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long NONE = -1;

  private final Path marks;

  /** What became of the last look at each group; guarded by this. */
  private final Map<RaftGroupId, Looked> looked = new HashMap<>();

  /** The last look: at which log index, when, and what was noted. */
  private record Looked(long logIndex, long nanos, long noted) {}

  /**
   * Notes under a directory.
   *
   * @param marks which
   */
  NewestSegments(Path marks) {
    this.marks = marks;
  }

  /**
   * Looks at a group that is open, unless nothing was written to it since or the last look was just
   * now. Writes to the disk, and takes as long as that does.
   *
   * @param division the group
   * @param home its directory
   * @param nowNanos the monotonic time
   */
  synchronized void look(RaftServer.Division division, Path home, long nowNanos)
      throws IOException {
    RaftGroupId id = division.getMemberId().getGroupId();
    long index = division.getRaftLog().getNextIndex();
    Looked before = looked.get(id);
    if (before != null
        && (before.logIndex() == index || nowNanos - before.nanos() < PERIOD_NANOS)) {
      return;
    }
    long newest = newest(home);
    long noted = before == null ? NONE : before.noted();
    if (newest != NONE && newest != noted) {
      NodeDirectory.replace(file(id), newest + "\n");
      noted = newest;
    }
    looked.put(id, new Looked(index, nowNanos, noted));
  }

  /**
   * What is missing of a group's log that is not open.
   *
   * @param id the group
   * @param home its directory
   * @return the newest file, if it is gone
   */
  Optional<LogDamage> missing(RaftGroupId id, Path home) throws IOException {
    Path file = file(id);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    long noted = Long.parseLong(Files.readString(file).strip());
    return newest(home) >= noted
        ? Optional.empty()
        : Optional.of(
            new LogDamage(
                home.resolve("current").resolve("log_inprogress_" + noted),
                noted,
                "the newest file of the log, or the one it became, is missing"));
  }

  /** A group was deleted; a look that comes later finds no file of it, and notes none. */
  synchronized void forget(RaftGroupId id) throws IOException {
    looked.remove(id);
    Files.deleteIfExists(file(id));
  }

  private Path file(RaftGroupId id) {
    return marks.resolve(id.getUuid().toString());
  }

  private static long newest(Path home) throws IOException {
    List<SegmentFile> files = SegmentFile.of(home);
    return files.isEmpty() ? NONE : files.get(files.size() - 1).firstIndex();
  }
}
