package io.rvi.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.check.Violation.Kind;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.memory.BrokenBackend;
import io.rvi.memory.Flaw;
import io.rvi.spi.OfflineLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From a running cluster to a verdict, on the in-memory backend with and without flaws. */
final class RecordingTest {
  private static final int RECORD_BYTES = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory = Path.of("");

  @Test
  void shouldFindASoundLogSafe() throws Exception {
    // when
    Verdict verdict = run(Flaw.NONE);

    // then
    assertThat(verdict.lines()).hasSize(1);
    assertThat(verdict.status()).isEqualTo(Verdict.Status.SAFE);
    assertThat(verdict.counts().committed()).isEqualTo(200);
    assertThat(verdict.counts().reads()).isEqualTo(40);
  }

  @Test
  void shouldRecordAnAppendThatNeverEndsAsUnknown() throws Exception {
    // given a cluster without a running node, and an append that waits for one
    Path file = directory.resolve("history");
    HistoryEvent.Begun begun = new HistoryEvent.Begun("topic-0", List.of("n1"));
    try (ContractCluster cluster =
            EmbeddedClusters.of(new BrokenBackend(Flaw.NONE)).create(1, Map.of());
        HistoryWriter history = new HistoryWriter(file, begun)) {
      LogClient client = cluster.connect("client", Map.of());
      client.createTopic("topic", 1, 1).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      NodeId node = cluster.nodes().get(0);
      cluster.kill(node);
      CompletableFuture<Appended> append;
      try (RecordedProducer producer =
          new RecordedProducer(
              client.open("topic", 0), 0, RECORD_BYTES, history, System::nanoTime)) {
        append = producer.append(System.nanoTime());
      }

      // when it ends after all
      cluster.start(node);
      append.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      LogScan scan = new LogScan(history, System::nanoTime);
      scan.live(client.open("topic", 0), "reader", Consistency.LINEARIZABLE, PATIENCE);
    }

    // then
    Verdict verdict = Checker.check(file);
    assertThat(verdict.status()).isEqualTo(Verdict.Status.SAFE);
    assertThat(verdict.counts().unknown()).isOne();
    assertThat(verdict.counts().unknownFound()).isOne();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldFindEachFlaw(Flaw flaw) throws Exception {
    // when
    Verdict verdict = run(flaw);

    // then
    assertThat(verdict.status()).as(verdict.lines().toString()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.violations()).containsKey(kind(flaw));
  }

  private static Kind kind(Flaw flaw) {
    return switch (flaw) {
      case NONE -> throw new IllegalArgumentException("nothing to find");
      case LOSES_THE_TAIL_IN_A_CRASH, COMES_BACK_EMPTY, ACKNOWLEDGES_WITHOUT_STORING -> Kind.LOST;
      case STORES_TWICE -> Kind.DUPLICATED;
      case SWAPS_NEIGHBOURS -> Kind.REORDERED;
      case SHOWS_INTERNAL_ENTRIES, DIVERGES -> Kind.STRANGE;
      case DENIES_WHAT_IT_STORED -> Kind.FORBIDDEN;
      case READS_THE_PAST -> Kind.STALE_READ;
    };
  }

  /** Two producers and a reader, a restart of all nodes, a live scan and one of each disk. */
  private Verdict run(Flaw flaw) throws Exception {
    BrokenBackend backend = new BrokenBackend(flaw);
    Path file = directory.resolve("history");
    try (ContractCluster cluster = EmbeddedClusters.of(backend).create(3, Map.of());
        HistoryWriter history =
            new HistoryWriter(
                file,
                new HistoryEvent.Begun(
                    "topic-0", cluster.nodes().stream().map(NodeId::toString).toList()))) {
      LogClient client = cluster.connect("client", Map.of());
      client.createTopic("topic", 1, 3).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      load(cluster, history);
      cluster.nodes().forEach(cluster::kill);
      for (NodeId node : cluster.nodes()) {
        cluster.start(node);
      }
      LogScan scan = new LogScan(history, System::nanoTime);
      ReplicatedLog log = client.open("topic", 0);
      assertThat(scan.live(log, "reader", Consistency.LINEARIZABLE, PATIENCE)).isEmpty();
      for (NodeId node : cluster.nodes()) {
        cluster.stop(node);
        try (OfflineLog disk = backend.readOffline(cluster.dataDir(node), "topic", 0)) {
          assertThat(scan.offline(node.toString(), disk)).isEmpty();
        }
      }
    }
    return Checker.check(file);
  }

  private static void load(ContractCluster cluster, HistoryWriter history) throws Exception {
    List<RecordedProducer> producers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ReplicatedLog log = cluster.connect("producer-" + i, Map.of()).open("topic", 0);
      producers.add(new RecordedProducer(log, i, RECORD_BYTES, history, System::nanoTime));
    }
    ReplicatedLog log = cluster.connect("reader", Map.of()).open("topic", 0);
    RecordedReader reader = new RecordedReader(log, 0, history, System::nanoTime);
    for (int i = 0; i < 20; i++) {
      List<CompletableFuture<Appended>> appends = new ArrayList<>();
      for (int j = 0; j < 5; j++) {
        producers.forEach(one -> appends.add(one.append(System.nanoTime())));
      }
      CompletableFuture.allOf(appends.toArray(CompletableFuture[]::new))
          .handle((all, failure) -> failure)
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      reader.read(0, 1 << 20, Consistency.COMMITTED).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      reader.highWatermark(Consistency.LINEARIZABLE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
