package io.rvi.bench.experiment;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.LogScan;
import io.rvi.bench.check.RecordedProducer;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.fault.Health;
import io.rvi.bench.lab.fault.Scene;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.RunningLoad;
import io.rvi.spi.Capability;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A cluster under one open loop on one partition, for trials that come one after the other. Every
 * append is in a history that is judged at the end.
 */
final class LoadedCluster implements AutoCloseable {
  /** The one partition. */
  static final int PARTITION = 0;

  private static final int IN_FLIGHT_MAX = 100_000;

  /** For the cluster to be level again after an event. */
  static final Duration LEVEL_MAX = Duration.ofSeconds(60);

  private static final Duration READ_BACK_MAX = Duration.ofSeconds(60);

  private final Cluster cluster;
  private final String topic;
  private final HistoryWriter history;
  private final Path historyFile;
  private final RecordedProducer producer;
  private final RunningLoad load;
  private final long startEpochMs;

  /**
   * An open loop.
   *
   * @param ratePerSecond appends a second
   * @param max how long it goes on at the most: a session ends before or is at fault
   */
  record Load(double ratePerSecond, Duration max) {}

  private LoadedCluster(Cluster cluster, Cell cell, String topic, Load planned, Path historyFile)
      throws StartException, TrialException, IOException, InterruptedException {
    this.cluster = cluster;
    this.topic = topic;
    this.historyFile = historyFile;
    LogClient client = cluster.connect("load", Map.of());
    TopicCreation.await(client, topic, cell.replicas());
    List<String> replicas = cluster.nodes().stream().map(NodeId::toString).toList();
    this.history =
        new HistoryWriter(historyFile, new HistoryEvent.Begun(topic + "-" + PARTITION, replicas));
    this.producer =
        new RecordedProducer(
            client.open(topic, PARTITION), 0, cell.recordBytes(), history, System::nanoTime);
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(planned.ratePerSecond()),
            Duration.ZERO,
            planned.max(),
            IN_FLIGHT_MAX,
            CellCluster.deadline(cell));
    this.startEpochMs = System.currentTimeMillis();
    this.load = RunningLoad.start(plan, index -> producer.append(System.nanoTime()));
  }

  /**
   * Starts a cluster and its load.
   *
   * @param lab where; the cluster is closed if this does not come to an end
   * @param spec the cluster
   * @param cell the cell that it is of
   * @param topic the topic under load, made here
   * @param planned the load
   * @param historyFile where every append is recorded
   * @throws StartException when the cluster does not start
   * @throws TrialException when the topic can't be created
   * @throws IOException when the history can't be written
   * @throws InterruptedException when the thread is interrupted
   */
  static LoadedCluster start(
      Lab lab, ClusterSpec spec, Cell cell, String topic, Load planned, Path historyFile)
      throws StartException, TrialException, IOException, InterruptedException {
    Cluster cluster = lab.start(spec);
    try {
      return new LoadedCluster(cluster, cell, topic, planned, historyFile);
    } catch (StartException | TrialException | IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  Cluster cluster() {
    return cluster;
  }

  OpenLoop loop() {
    return load.loop();
  }

  /**
   * Where faults happen to it.
   *
   * @param seed picks among equals
   */
  Scene scene(long seed) {
    return new Scene(cluster, topic, PARTITION, new SplittableRandom(seed));
  }

  /**
   * Waits until all replicas are in sync.
   *
   * @param when for the message
   * @throws TrialException when they are not in time
   */
  void awaitLevel(String when) throws TrialException {
    awaitLevel(cluster, topic, when);
  }

  /**
   * Waits until all replicas of a topic are in sync.
   *
   * @param cluster whose
   * @param topic which
   * @param when for the message
   * @throws TrialException when they are not in time
   */
  static void awaitLevel(Cluster cluster, String topic, String when) throws TrialException {
    String complaint = new Health(cluster, topic).await(LEVEL_MAX).orElse("");
    if (!complaint.isEmpty()) {
      throw new TrialException("the cluster was not level " + when + ": " + complaint, null);
    }
  }

  /**
   * Ends the load, reads everything back and judges it.
   *
   * @return the verdict and the load
   * @throws StartException when the reader cannot be connected
   * @throws IOException when the history can't be written or read
   * @throws InterruptedException when the thread is interrupted
   */
  Ended end() throws StartException, IOException, InterruptedException {
    LoadResult result = load.stop();
    producer.close();
    boolean linearizable = cluster.backend().capabilities().contains(Capability.LINEARIZABLE_READS);
    try (history;
        LogClient reader = cluster.connect("reader", Map.of())) {
      // A scan that does not reach the end is in the history; what it lacks is then unavailable.
      String unused =
          new LogScan(history, System::nanoTime)
              .live(
                  reader.open(topic, PARTITION),
                  "reader",
                  linearizable ? Consistency.LINEARIZABLE : Consistency.COMMITTED,
                  READ_BACK_MAX);
    }
    return new Ended(AckAudit.of(Checker.check(historyFile)), result, startEpochMs);
  }

  /**
   * A load that has ended.
   *
   * @param audit the verdict on it
   * @param load what became of its operations
   * @param startEpochMs when it began, wall clock
   */
  record Ended(AckAudit audit, LoadResult load, long startEpochMs) {
    /**
     * Writes its operations, as an interval log and one by one.
     *
     * @param raw where to
     * @param step which
     * @param name of the files, without their ends
     * @param eventsNs when something was done to the cluster, after the begin of the load
     */
    void write(RawFiles raw, Step step, String name, List<Long> eventsNs) throws IOException {
      new LoadFiles(load, startEpochMs, eventsNs).write(raw, step, name);
    }
  }

  /**
   * Ends load and cluster.
   *
   * @throws IOException when the history could not be written to its end
   */
  @Override
  public void close() throws IOException {
    load.close();
    producer.close();
    try (cluster) {
      history.close();
    }
  }
}
