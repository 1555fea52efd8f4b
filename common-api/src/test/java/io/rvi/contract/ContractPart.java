package io.rvi.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.spi.Capability;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What the parts of the contract share: clusters that close themselves after the test, and one
 * healthy cluster of three nodes that the undisturbed cases of a part share, each with topics of
 * its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContractPart {
  /** On a busy machine a cluster may take longer to be there than a request may by default. */
  static final Map<String, String> PATIENT = Map.of("request.deadline", "50s");

  private @Nullable ContractCluster shared;
  private final List<ContractCluster> own = new ArrayList<>();
  private int names;

  abstract ContractClusters clusters();

  /** The part's healthy cluster of three nodes; no case may disturb it. */
  final ContractCluster shared() throws StartException {
    ContractCluster cluster = shared;
    if (cluster == null) {
      cluster = clusters().create(3, Map.of());
      shared = cluster;
    }
    return cluster;
  }

  /** A cluster of this test's own. */
  final ContractCluster cluster(int nodes) throws StartException {
    ContractCluster cluster = clusters().create(nodes, Map.of());
    own.add(cluster);
    return cluster;
  }

  /** A client of the shared cluster with its default settings. */
  final LogClient client() throws StartException {
    return shared().connect(freshName(), Map.of());
  }

  /** A name for a topic or a client that no other case of the part uses. */
  final String freshName() {
    names++;
    return "case-" + names;
  }

  /** A log of a fresh topic with one partition on three replicas. */
  final ReplicatedLog freshLog(LogClient client) {
    String topic = freshName();
    Outcomes.result(client.createTopic(topic, 1, 3));
    return client.open(topic, 0);
  }

  /** Skips the case on a backend that does not declare the capability. */
  final void assumeCapable(Capability capability) {
    assumeTrue(isCapable(capability), () -> "the backend does not declare " + capability);
  }

  final boolean isCapable(Capability capability) {
    return clusters().backend().capabilities().contains(capability);
  }

  @AfterEach
  final void closeOwn() {
    own.forEach(ContractCluster::close);
    own.clear();
  }

  @AfterAll
  final void closeShared() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }
}
