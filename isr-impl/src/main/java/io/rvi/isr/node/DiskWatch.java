package io.rvi.isr.node;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.log.WatchedDisk;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.StallDetector;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a disk that hangs, on a thread of its own that never touches the disk: the node's loop and
 * the threads that flush may be blocked in it for ever, while the session with ZooKeeper is kept up
 * by threads that know nothing of that.
 */
final class DiskWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);

  /** Looks within the bound, which is overrun by one of them; fewer where that is often enough. */
  private static final long LOOKS = 50;

  private static final long PERIOD_MS_MAX = 100;

  /**
   * How many times longer an fsync may take in flush class {@code none}. No append waits for it,
   * and it may have a whole segment to write, on a disk that is slow and does not hang.
   */
  private static final long BACKGROUND_FACTOR = 6;

  private final NodeId node;
  private final WatchedDisk disk;
  private final long stallNanosMax;
  private final long fsyncNanosMax;
  private final long periodNanos;
  private final Consumer<String> hangs;
  private final Map<WatchedDisk.Worker, StallDetector> detectors = new HashMap<>();
  private final ScheduledExecutorService timer;

  /**
   * Prepares; {@link #start} begins to look.
   *
   * @param node whose
   * @param disk that disk
   * @param stallMax how long an operation may take
   * @param flush what appends wait for
   * @param hangs told once, on the watch's thread, what hangs; nothing is looked at any more then
   */
  DiskWatch(NodeId node, WatchedDisk disk, Duration stallMax, Flush flush, Consumer<String> hangs) {
    this.node = node;
    this.disk = disk;
    this.stallNanosMax = stallMax.toNanos();
    this.fsyncNanosMax = flush == Flush.NONE ? BACKGROUND_FACTOR * stallNanosMax : stallNanosMax;
    this.periodNanos =
        Math.min(stallNanosMax / LOOKS, TimeUnit.MILLISECONDS.toNanos(PERIOD_MS_MAX));
    this.hangs = hangs;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "isr-" + node + "-watch");
              thread.setDaemon(true);
              return thread;
            });
  }

  void start() {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> look(System.nanoTime()), periodNanos, periodNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Ends the watch.
   *
   * @param msMax how long to wait for a look under way, which may be telling what it found
   */
  void close(long msMax) {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(msMax, TimeUnit.MILLISECONDS)) {
        LOG.warn("node {} is still leaving its cluster after {} ms", node, msMax);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Looks once.
   *
   * @param nowNanos the time on a monotonic clock
   */
  void look(long nowNanos) {
    for (WatchedDisk.Worker worker : disk.workers()) {
      StallDetector detector =
          detectors.computeIfAbsent(
              worker, any -> new StallDetector(stallNanosMax, 2 * periodNanos));
      long nanosMax = worker.isFsync() ? fsyncNanosMax : stallNanosMax;
      if (detector.isStalled(worker.ended(), worker.begun(), nowNanos)
          && detector.stoodStillNanos() >= nanosMax) {
        timer.shutdown();
        tell(words(worker, detector.stoodStillNanos(), nanosMax));
        return;
      }
    }
  }

  private void tell(String found) {
    try {
      hangs.accept(found);
    } catch (RuntimeException e) {
      LOG.error("node {} could not leave its cluster in order: {}", node, found, e);
    }
  }

  private static String words(WatchedDisk.Worker worker, long nanos, long nanosMax) {
    return "the disk hangs: "
        + worker.work()
        + " has not ended for "
        + TimeUnit.NANOSECONDS.toMillis(nanos)
        + " ms, of "
        + TimeUnit.NANOSECONDS.toMillis(nanosMax)
        + " ms that it may take by "
        + CommonSettings.STALL_MAX.key();
  }
}
