package io.rvi.bench.experiment;

import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks again and again, past all links, at the only partition of a topic. A look takes as long as
 * the slowest node's answer, so the time between looks says how exact what it shows is.
 */
final class Looks implements AutoCloseable {
  private static final long END_MAX_MS = 15_000;

  private final Cluster cluster;
  private final String topic;
  private final long betweenMs;
  private final LongSupplier clockNs;
  private final Seen seen;
  private final Thread thread;
  private volatile boolean over;
  private volatile long lookEveryMaxNs;

  private Looks(Cluster cluster, String topic, long betweenMs, LongSupplier clockNs, Seen seen) {
    this.cluster = cluster;
    this.topic = topic;
    this.betweenMs = betweenMs;
    this.clockNs = clockNs;
    this.seen = seen;
    this.thread = new Thread(this::look, "looks");
    thread.setDaemon(true);
  }

  /** What is done with a look, in the looking thread. */
  interface Seen {
    /**
     * Takes it.
     *
     * @param partition as it was described
     * @param nowNs when the answer was there, by the clock of the looks
     * @return whether to go on looking
     */
    boolean take(TopicDescription.Partition partition, long nowNs);
  }

  /**
   * Starts to look.
   *
   * @param cluster whose
   * @param topic of one partition
   * @param betweenMs from the end of a look to the next, in milliseconds: looks cost the nodes time
   * @param clockNs the load's clock
   * @param seen hears of each look that had an answer
   */
  static Looks start(
      Cluster cluster, String topic, long betweenMs, LongSupplier clockNs, Seen seen) {
    Looks looks = new Looks(cluster, topic, betweenMs, clockNs, seen);
    looks.thread.start();
    return looks;
  }

  private void look() {
    try {
      long lastNs = clockNs.getAsLong();
      boolean goOn = true;
      while (!over && goOn) {
        Optional<TopicDescription> described = cluster.describe(topic);
        long nowNs = clockNs.getAsLong();
        if (described.isPresent()) {
          goOn = seen.take(described.get().partitions().get(0), nowNs);
        }
        lookEveryMaxNs = Math.max(lookEveryMaxNs, nowNs - lastNs);
        lastNs = nowNs;
        TimeUnit.MILLISECONDS.sleep(betweenMs);
      }
    } catch (InterruptedException | LabException | IllegalStateException ended) {
      // Told to end, or the cluster was closed meanwhile. What was seen until then stands.
    }
  }

  /** The longest time between two looks so far. */
  long lookEveryMaxNs() {
    return lookEveryMaxNs;
  }

  /** Looks no more; what was seen is complete on return. */
  @Override
  public void close() {
    over = true;
    thread.interrupt();
    try {
      thread.join(END_MAX_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
