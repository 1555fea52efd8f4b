package io.rvi.bench.lab.contract;

import io.rvi.bench.lab.Topology;
import io.rvi.contract.ContractClusters;
import io.rvi.contract.LogContract;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** The contract of backend memory in topology embedded: its nodes share this JVM's memory. */
final class EmbeddedMemoryContractTest extends LogContract {
  @TempDir static Path base;

  /** One for all of a test: a directory of backend memory is known to the object that wrote it. */
  private @Nullable ContractClusters clusters;

  @Override
  protected ContractClusters clusters() {
    if (clusters == null) {
      clusters = new LabClusters("memory", Topology.EMBEDDED, base);
    }
    return clusters;
  }
}
