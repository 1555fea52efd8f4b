package io.rvi.memory;

import io.rvi.contract.ContractClusters;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.contract.LogContract;

final class MemoryInSyncContractTest extends LogContract {
  private final ContractClusters clusters =
      EmbeddedClusters.of(new MemoryBackend()).withSetting("memory.replication", "in-sync");

  @Override
  protected ContractClusters clusters() {
    return clusters;
  }
}
