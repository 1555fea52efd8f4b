package io.rvi.raft.node;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the logs of groups are written. Ratis drops, when it closes a log, what still waits
 * to be written to it; in flush class {@code none} those entries may have been acknowledged, and a
 * stop in order must not lose them.
 */
final class WrittenLogs {
  private static final Logger LOG = LoggerFactory.getLogger(WrittenLogs.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private WrittenLogs() {}

  /**
   * Returns once each log is written up to what it holds now, or the wait is over, as on a disk
   * that hangs.
   *
   * @param groups the logs' divisions
   * @param waitMax for all of them
   */
  static void await(List<RaftServer.Division> groups, Duration waitMax) {
    List<Held> held = groups.stream().map(Held::of).toList();
    long startNanos = System.nanoTime();
    while (!held.stream().allMatch(Held::isWritten)) {
      if (System.nanoTime() - startNanos > waitMax.toNanos()) {
        LOG.warn("logs are not written to their end after {}; what is missing is lost", waitMax);
        return;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private record Held(RaftServer.Division group, long lastIndex) {
    static Held of(RaftServer.Division group) {
      return new Held(group, group.getRaftLog().getNextIndex() - 1);
    }

    boolean isWritten() {
      return group.getRaftLog().getFlushIndex() >= lastIndex || !group.getInfo().isAlive();
    }
  }
}
