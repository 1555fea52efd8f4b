package io.rvi.raft;

import static io.rvi.raft.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replica that has not been sent anything yet counts for. */
final class NewReplicaTest {
  private ContractCluster cluster;
  private LogClient client;

  @BeforeEach
  void startCluster() throws Exception {
    cluster = EmbeddedClusters.of(new RaftBackend()).create(3, Map.of("request.deadline", "30s"));
    client = cluster.connect("client", Map.of());
    client.createTopic("any", 1, 3).get();
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  /** Raft's majority of two is one that has the record and one that has nothing. */
  @Test
  void shouldElectALeaderByTheVoteOfAReplicaThatHasNothingYet() throws Exception {
    // given a topic of which one replica knows nothing
    NodeId absent = cluster.nodes().get(2);
    cluster.kill(absent);
    client.createTopic("topic", 1, 3).get();
    ReplicatedLog log = client.open("topic", 0);
    log.append("committed".getBytes(StandardCharsets.UTF_8)).get();

    // when the leader goes before the absent one comes
    await("a leader to be told of", () -> partition().leader().isPresent());
    NodeId leader = partition().leader().orElseThrow();
    cluster.kill(leader);
    cluster.start(absent);

    // then
    assertThat(log.append("next".getBytes(StandardCharsets.UTF_8)).get().offset()).isEqualTo(1);
  }

  private TopicDescription.Partition partition() {
    return client.describe("topic").join().partitions().get(0);
  }
}
