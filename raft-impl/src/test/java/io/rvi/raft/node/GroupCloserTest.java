package io.rvi.raft.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.util.AwaitToRun;
import org.junit.jupiter.api.Test;

final class GroupCloserTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void shouldCloseALogWhoseEvictingThreadWaitsForItsLock() throws Exception {
    // given a group that closes as Ratis's log does: its lock held, its evicting thread joined
    ReentrantLock logLock = new ReentrantLock();
    CountDownLatch closed = new CountDownLatch(1);
    AwaitToRun eviction = new AwaitToRun("eviction", () -> waitFor(logLock)).start();
    Closeable group =
        () -> {
          logLock.lock();
          try {
            while (!logLock.hasQueuedThreads()) {
              eviction.signal(); // One that comes before the thread waits is lost.
              Thread.onSpinWait();
            }
            eviction.close();
          } finally {
            logLock.unlock();
          }
          closed.countDown();
        };

    // when
    new GroupCloser("n1", LONG).closeAll(List.of(group));

    // then
    assertThat(closed.getCount()).isZero();
  }

  @Test
  void shouldCloseEveryGroupThoughOneFails() {
    // given
    CountDownLatch closed = new CountDownLatch(2);
    Closeable failing =
        () -> {
          closed.countDown();
          throw new IOException("no space left");
        };

    // when
    new GroupCloser("n1", LONG).closeAll(List.of(failing, closed::countDown));

    // then
    assertThat(closed.getCount()).isZero();
  }

  @Test
  void shouldLeaveAloneWhatDoesNotCloseInTime() {
    // given
    CountDownLatch never = new CountDownLatch(1);

    // when
    new GroupCloser("n1", Duration.ofMillis(50)).closeAll(List.of(() -> await(never)));

    // then it came back
    assertThat(never.getCount()).isEqualTo(1);
    never.countDown();
  }

  private static void waitFor(ReentrantLock lock) {
    lock.lock();
    try {
      assertThat(lock.isHeldByCurrentThread()).isTrue();
    } finally {
      lock.unlock();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
