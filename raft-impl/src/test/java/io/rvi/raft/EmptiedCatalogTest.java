package io.rvi.raft;

import static io.rvi.raft.DataDirs.deleteTree;
import static io.rvi.raft.Waits.await;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.raft.storage.SegmentFile;
import io.rvi.raft.storage.SegmentScanner;
import io.rvi.raft.wire.Names;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the catalog, which has nothing above it, makes of a node whose directory was emptied. */
final class EmptiedCatalogTest {
  private static final int PARTITIONS = 3;

  private ContractCluster cluster;
  private LogClient client;

  @BeforeEach
  void startCluster() throws Exception {
    cluster = EmbeddedClusters.of(new RaftBackend()).create(3, Map.of("request.deadline", "20s"));
    client = cluster.connect("catalog", Map.of());
    client.createTopic("first", 1, 3).get();
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  /**
   * Two of three know of a topic; one of them is emptied. It must not vote for the third, which
   * does not know of it, and votes again once it was filled.
   */
  @Test
  void shouldNotVoteInTheCatalogAfterItsDirectoryWasEmptied() throws Exception {
    // given a topic that the third has not heard of
    List<NodeId> nodes = cluster.nodes();
    NodeId whole = nodes.get(0);
    NodeId emptied = nodes.get(1);
    NodeId behind = nodes.get(2);
    cluster.kill(behind);
    CompletableFuture<?> unused = client.createTopic("late", PARTITIONS, 1);
    await("the topic to be in the catalog", () -> isKnown("late"));
    cluster.stop(emptied);
    cluster.kill(whole);
    deleteTree(cluster.dataDir(emptied));

    // when the emptied and the one behind are a majority
    cluster.start(emptied);
    cluster.start(behind);

    // then they decide nothing
    LogClient hasty = cluster.connect("hasty", Map.of("request.deadline", "2s"));
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> hasty.createTopic("undecided", 1, 1).get());

    // and the topic is there once the whole one is back
    cluster.start(whole);
    await("the topic to be found again", () -> isKnown("late"));

    // and the emptied one has a vote again, without which there would be no majority now
    for (NodeId node : List.of(emptied, behind)) {
      await(node + " to hear that all have votes", () -> voters(node).size() == 3);
    }
    cluster.kill(whole);
    client.createTopic("decided", 1, 1).get();
  }

  /**
   * Whether a topic is known: then a partition that it lacks is the complaint. Asked by a client of
   * its own each time, as one remembers topics.
   */
  private boolean isKnown(String topic) {
    try (LogClient asking = cluster.connect("asking", Map.of("request.deadline", "2s"))) {
      asking.open(topic, PARTITIONS).append(new byte[1]).get();
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof LogException known
          && known.code() == ErrorCode.UNKNOWN_PARTITION;
    } catch (StartException e) {
      return false;
    }
  }

  /** The voters of the newest configuration in a node's catalog. */
  private Set<String> voters(NodeId node) {
    Path data = cluster.dataDir(node);
    Set<String> voters = new TreeSet<>();
    try {
      String name = Files.readString(data.resolve("identity")).split(" ", -1)[1];
      String group = Names.catalog(name).getUuid().toString();
      for (SegmentFile file : SegmentFile.of(data.resolve("groups").resolve(group))) {
        SegmentScanner scanner = SegmentScanner.open(file);
        for (Optional<LogEntryProto> e = scanner.next(); e.isPresent(); e = scanner.next()) {
          if (e.get().hasConfigurationEntry()) {
            voters.clear();
            e.get()
                .getConfigurationEntry()
                .getPeersList()
                .forEach(peer -> voters.add(peer.getId().toStringUtf8()));
          }
        }
      }
    } catch (IOException e) {
      voters.clear(); // A file that is being renamed; the next look finds it.
    }
    return voters;
  }
}
