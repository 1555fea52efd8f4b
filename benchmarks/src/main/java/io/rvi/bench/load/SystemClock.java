package io.rvi.bench.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link System#nanoTime} and parking. */
final class SystemClock implements LoadClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public boolean acquire(Semaphore permits, int count, long untilNs) throws InterruptedException {
    return permits.tryAcquire(count, untilNs - nowNs(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void parkUntil(long timeNs) throws InterruptedException {
    for (long left = timeNs - nowNs(); left > 0; left = timeNs - nowNs()) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public long processorNs() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
  }

  @Override
  public Promptness prompt() {
    return PromptThread.enter();
  }
}
