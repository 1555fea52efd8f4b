package io.rvi.raft.node;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.ratis.util.AwaitToRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes groups side by side and in bounded time, though Ratis can block itself on the way: the
 * close of a log waits, with the log's lock held, for a thread that evicts cached segments, and
 * that thread may be waiting for the lock. The groups are therefore closed in threads of ours, and
 * one that is seen in that wait is interrupted, which ends the wait and nothing else.
 */
final class GroupCloser {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCloser.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  /** An honest wait for the evicting thread takes as long as one eviction. */
  private static final Duration EVICTION_MAX = Duration.ofSeconds(1);

  private final String name;
  private final Duration waitMax;

  /**
   * A closer of one node's groups.
   *
   * @param name of the node
   * @param waitMax after which what is not closed is left alone
   */
  GroupCloser(String name, Duration waitMax) {
    this.name = name;
    this.waitMax = waitMax;
  }

  /**
   * Returns once all are closed, or the wait is over.
   *
   * @param groups divisions or what closes as they do
   */
  void closeAll(List<? extends Closeable> groups) {
    List<Thread> closing =
        groups.stream()
            .map(group -> new Thread(() -> close(group), name + "-group-closer"))
            .toList();
    closing.forEach(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
    long startNanos = System.nanoTime();
    while (closing.stream().anyMatch(Thread::isAlive)) {
      long elapsedNanos = System.nanoTime() - startNanos;
      if (elapsedNanos > waitMax.toNanos()) {
        LOG.error("{}: groups are not closed after {}; they are left alone", name, waitMax);
        return;
      }
      if (elapsedNanos > EVICTION_MAX.toNanos()) {
        closing.stream().filter(GroupCloser::waitsForEviction).forEach(this::wake);
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private void close(Closeable group) {
    try {
      group.close();
    } catch (IOException e) {
      LOG.warn("{}: closing a group: {}", name, e.toString());
    }
  }

  private static boolean waitsForEviction(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(AwaitToRun.class.getName()));
  }

  private void wake(Thread thread) {
    LOG.warn("{}: a log waits for the thread that waits for it; the wait is ended", name);
    thread.interrupt();
  }
}
