package io.rvi.bench.campaign;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.LogScan;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.fault.FaultOutcome;
import io.rvi.bench.lab.fault.FaultRunner;
import io.rvi.spi.Capability;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one trial: load, faults, and the verdict on what the log then holds. */
public final class FaultTrial {
  private static final System.Logger LOGGER = System.getLogger(FaultTrial.class.getName());
  private static final String TOPIC = "trial";
  private static final int PARTITION = 0;

  /** What a cluster may take to be whole after its last fault, with a restart among them. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FaultTrialPlan plan;
  private final LogBackend backend;
  private final Path history;

  /**
   * A trial.
   *
   * @param plan what to do
   * @param history the file that its history is written to
   */
  public FaultTrial(FaultTrialPlan plan, Path history) {
    this.plan = plan;
    this.backend = Lab.backend(plan.cluster().backend());
    this.history = history;
  }

  /**
   * Runs it on a fresh cluster, which is gone when this returns.
   *
   * @param lab where
   * @throws StartException when the cluster does not start, or a fault of the plan is not available
   *     on it
   * @throws IOException when the history cannot be written
   * @throws InterruptedException when the thread is interrupted
   */
  public FaultTrialFinding run(Lab lab) throws StartException, IOException, InterruptedException {
    FaultOutcome outcome;
    try (Cluster cluster = lab.start(plan.cluster());
        HistoryWriter writer = new HistoryWriter(history, begun(cluster))) {
      FaultRunner runner = new FaultRunner(cluster, TOPIC, PATIENCE);
      Optional<String> unavailable = runner.unavailable(plan.faults());
      if (unavailable.isPresent()) {
        throw new StartException(StartException.Kind.CONFIGURATION, unavailable.get(), null);
      }
      createTopic(cluster);
      outcome = hurtUnderLoad(cluster, runner, writer);
      scan(cluster, writer);
    }
    return new FaultTrialFinding(outcome, Checker.check(history));
  }

  private static HistoryEvent.Begun begun(Cluster cluster) {
    return new HistoryEvent.Begun(
        TOPIC + "-" + PARTITION, cluster.nodes().stream().map(NodeId::toString).toList());
  }

  private void createTopic(Cluster cluster) throws StartException, InterruptedException {
    try {
      patientClient(cluster, "creator")
          .createTopic(TOPIC, 1, cluster.nodes().size())
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LabException("cannot create topic " + TOPIC + ": " + e, e);
    }
  }

  /** For what is no part of the load and may take its time. */
  private static LogClient patientClient(Cluster cluster, String clientId) throws StartException {
    return cluster.connect(
        clientId, Map.of(CommonSettings.REQUEST_DEADLINE.key(), PATIENCE.toMillis() + "ms"));
  }

  private FaultOutcome hurtUnderLoad(Cluster cluster, FaultRunner runner, HistoryWriter writer)
      throws StartException, InterruptedException {
    long startNs = System.nanoTime();
    RecordedLoad load = RecordedLoad.start(cluster, TOPIC, plan, writer, readLevel(), startNs);
    FaultOutcome outcome;
    try {
      outcome = withinLoad(runner.run(plan.faults(), startNs));
    } finally {
      load.awaitEnd();
    }
    if (!load.untyped().isEmpty()) {
      throw new LabException(
          "an append ended with no outcome of the API: " + load.untyped().get(0),
          load.untyped().get(0));
    }
    return outcome;
  }

  /** A fault that met no load shows nothing, however well it landed. */
  private FaultOutcome withinLoad(FaultOutcome outcome) {
    Optional<String> late =
        outcome.events().stream()
            .filter(event -> event.effectiveNs() > plan.length().toNanos())
            .findFirst()
            .map(event -> "fault came after the load had ended: " + event.what());
    return new FaultOutcome(outcome.events(), outcome.voidBecause().or(() -> late));
  }

  private Consistency readLevel() {
    return backend.capabilities().contains(Capability.LINEARIZABLE_READS)
        ? Consistency.LINEARIZABLE
        : Consistency.COMMITTED;
  }

  /** What the cluster serves, and then what each stopped replica holds. */
  private void scan(Cluster cluster, HistoryWriter writer)
      throws StartException, IOException, InterruptedException {
    LogScan scan = new LogScan(writer, System::nanoTime);
    // A scan that could not be finished is in the history, and limits the verdict.
    String unused =
        scan.live(
            patientClient(cluster, "scanner").open(TOPIC, PARTITION),
            "scanner",
            readLevel(),
            PATIENCE);
    if (!backend.capabilities().contains(Capability.OFFLINE_READING)) {
      return;
    }
    for (NodeId node : cluster.nodes()) {
      if (cluster.status(node).state() != NodeStatus.State.STOPPED) {
        // No quorum is left for the last of them, so an orderly stop could take its time.
        cluster.kill(node);
      }
    }
    for (NodeId node : cluster.nodes()) {
      try (OfflineLog log =
          cluster.backend().readOffline(cluster.dataDir(node), TOPIC, PARTITION)) {
        scan.offline(node.toString(), log);
      } catch (RequestFailedException | IOException e) {
        // Its disk has nothing of the log, or cannot be read: the history has no scan of it.
        LOGGER.log(System.Logger.Level.WARNING, "{0}: {1}", node, e.getMessage());
      }
    }
  }
}
