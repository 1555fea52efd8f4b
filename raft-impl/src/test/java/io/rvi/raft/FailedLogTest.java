package io.rvi.raft;

import static io.rvi.raft.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.raft.storage.SegmentFile;
import io.rvi.raft.storage.SegmentScanner;
import io.rvi.spi.NodeStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replica whose disk takes no new log file, as a full one does not. */
final class FailedLogTest {
  private static final String TOPIC = "t";

  /** More entries than an idle group's log gains between a look at it and the next election. */
  private static final int FILES = 20;

  private ContractCluster cluster;
  private LogClient client;

  @BeforeEach
  void startCluster() throws Exception {
    cluster = EmbeddedClusters.of(new RaftBackend()).create(3, Map.of("request.deadline", "20s"));
    client = cluster.connect("failed-log", Map.of());
    client.createTopic(TOPIC, 1, 3).get();
    client.open(TOPIC, 0).append(new byte[1]).get();
    await("all to have the record", () -> replicasWith(1) == 3);
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  @Test
  void shouldFailTheNodeNamingWhatTheDiskSaidAndLetTheOthersGoOn() throws Exception {
    // given a replica that can't make the file which the next term begins
    NodeId leader = leader();
    NodeId broken =
        cluster.nodes().stream().filter(n -> !n.equals(leader)).findFirst().orElseThrow();
    try (Stream<Path> groups = Files.list(cluster.dataDir(broken).resolve("groups"))) {
      for (Path group : groups.toList()) {
        obstruct(group);
      }
    }

    // when the next term begins
    cluster.kill(leader);
    await("the replica to fail", () -> cluster.status(broken).state() == NodeStatus.State.FAILED);

    // then its status says what the disk said, in one line
    assertThat(cluster.status(broken).detail())
        .contains(cluster.dataDir(broken).toString())
        .contains("NoSuchFileException")
        .contains("log_inprogress_")
        .doesNotContain("already failed")
        .doesNotContain("\n");

    // and the others go on once they are a majority
    cluster.start(leader);
    assertThat(client.open(TOPIC, 0).append(new byte[1]).get().offset()).isEqualTo(1);
  }

  /**
   * Puts, where the next log files would be made, links into a directory that is not there. To
   * Ratis there is no such file, and it can't make one.
   */
  private static void obstruct(Path group) throws IOException {
    List<SegmentFile> files = SegmentFile.of(group);
    SegmentFile newest = files.get(files.size() - 1);
    long next = newest.firstIndex();
    for (SegmentScanner scanner = SegmentScanner.open(newest); scanner.next().isPresent(); ) {
      next++;
    }
    Path nowhere = group.resolve("nowhere").resolve("file");
    for (long index = next; index < next + FILES; index++) {
      Files.createSymbolicLink(newest.path().resolveSibling("log_inprogress_" + index), nowhere);
    }
  }

  private TopicDescription.Partition describe() {
    return client.describe(TOPIC).join().partitions().get(0);
  }

  private NodeId leader() {
    await("a leader", () -> describe().leader().isPresent());
    return describe().leader().orElseThrow();
  }

  private long replicasWith(long records) {
    return describe().replicaStates().stream()
        .filter(state -> state.highWatermark() == records)
        .count();
  }
}
