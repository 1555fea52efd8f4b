package io.rvi.bench.jmh;

import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellCluster;
import io.rvi.bench.experiment.TopicCreation;
import io.rvi.bench.lab.Lab;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A fresh cluster with one empty topic of one partition, for the length of a fork. */
@State(Scope.Benchmark)
public class LogUnderTest {
  private static final String TOPIC = "jmh";

  private @Nullable Lab lab;
  private @Nullable ReplicatedLog log;
  private byte[] payload = {};

  /**
   * Starts the cluster.
   *
   * @param params which
   * @throws Exception when it does not start; nothing is left running
   */
  @Setup(Level.Trial)
  public void start(ClusterParams params) throws Exception {
    Cell cell = params.cell(false);
    lab = Lab.open(params.base());
    try {
      LogClient client = lab.start(CellCluster.spec(cell)).connect("jmh", Map.of());
      TopicCreation.await(client, TOPIC, cell.replicas());
      log = client.open(TOPIC, 0);
      payload = new byte[cell.recordBytes()];
      new SplittableRandom(1).nextBytes(payload);
    } catch (Exception e) {
      // JMH tears down only what was set up.
      stop();
      throw e;
    }
  }

  /** Ends the cluster and its processes. */
  @TearDown(Level.Trial)
  public void stop() {
    if (lab != null) {
      lab.close();
    }
  }

  /** The partition. */
  ReplicatedLog log() {
    if (log == null) {
      throw new IllegalStateException("the cluster was not started");
    }
    return log;
  }

  /** A payload of the size asked for; appends copy it. */
  byte[] payload() {
    return payload;
  }
}
