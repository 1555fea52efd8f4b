package io.rvi.bench.experiment;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryReader;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.LogScan;
import io.rvi.bench.check.RecordedProducer;
import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One topic of a loss trial: its appends, recorded once, and what was read of it afterwards, each
 * time as a history of its own that holds the appends again. So each reading has the checker's
 * verdict by itself, and can be judged again from its file.
 */
final class LossHistory {
  /** For one record to be acknowledged, a change of the in-sync set among it. */
  private static final Duration ACK_MAX = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final String topic;
  private final Path directory;

  /**
   * A topic.
   *
   * @param cluster where it is
   * @param topic its name; histories bear it
   * @param directory where they are written, existing
   */
  LossHistory(Cluster cluster, String topic, Path directory) {
    this.cluster = cluster;
    this.topic = topic;
    this.directory = directory;
  }

  private Path appendsFile() {
    return directory.resolve(topic + "-appends.history");
  }

  /**
   * Appends records and returns when all are acknowledged.
   *
   * @param client appends them
   * @param records how many
   * @param recordBytes of each
   * @throws TrialException when one is not acknowledged
   */
  void append(LogClient client, int records, int recordBytes)
      throws IOException, TrialException, InterruptedException {
    try (HistoryWriter history = new HistoryWriter(appendsFile(), begun(cluster.nodes()));
        RecordedProducer producer =
            new RecordedProducer(
                client.open(topic, 0), 0, recordBytes, history, System::nanoTime)) {
      List<CompletableFuture<?>> appends = new ArrayList<>();
      for (int i = 0; i < records; i++) {
        appends.add(producer.append(System.nanoTime()));
      }
      for (CompletableFuture<?> append : appends) {
        Object acked = Waiting.result(append, ACK_MAX, "an append to " + topic);
        if (acked == null) {
          throw new TrialException("an append to " + topic + " ended without an offset", null);
        }
      }
    }
  }

  private HistoryEvent.Begun begun(List<NodeId> replicas) {
    return new HistoryEvent.Begun(topic + "-0", replicas.stream().map(NodeId::toString).toList());
  }

  /**
   * Reads what the directories of stopped replicas hold.
   *
   * @param name of the reading
   * @param replicas whose; those that are left
   * @return acked records that none of them has
   */
  long lostOnDisks(String name, List<NodeId> replicas) throws IOException, TrialException {
    Path file = directory.resolve(topic + "-" + name + ".history");
    try (HistoryWriter history = new HistoryWriter(file, begun(replicas))) {
      copyAppends(history);
      LogScan scan = new LogScan(history, System::nanoTime);
      for (NodeId replica : replicas) {
        try (OfflineLog log = cluster.backend().readOffline(cluster.dataDir(replica), topic, 0)) {
          String complaint = scan.offline(replica.toString(), log);
          if (!complaint.isEmpty()) {
            throw new TrialException(
                "the disk of " + replica + " was not read: " + complaint, null);
          }
        }
      }
    }
    return Checker.check(file).lost();
  }

  /**
   * Reads what the cluster serves.
   *
   * @param name of the reading
   * @param replicas those that run
   * @param client reads
   * @param consistency the level
   * @param patience how long it may take
   * @return the verdict; {@code unavailable} is above 0 when the log was not served to its end
   */
  Verdict served(
      String name,
      List<NodeId> replicas,
      LogClient client,
      Consistency consistency,
      Duration patience)
      throws IOException, InterruptedException {
    Path file = directory.resolve(topic + "-" + name + ".history");
    try (HistoryWriter history = new HistoryWriter(file, begun(replicas))) {
      copyAppends(history);
      // What stopped it is in the history, and in the verdict's remarks.
      String unused =
          new LogScan(history, System::nanoTime)
              .live(client.open(topic, 0), "reader", consistency, patience);
    }
    return Checker.check(file);
  }

  private void copyAppends(HistoryWriter to) throws IOException {
    try (HistoryReader reader = new HistoryReader(appendsFile())) {
      for (Optional<HistoryEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        if (event.get() instanceof HistoryEvent.Append) {
          to.record(event.get());
        }
      }
    }
  }
}
