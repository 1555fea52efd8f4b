package io.rvi.memory;

import io.rvi.contract.ContractClusters;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.contract.LogContract;

final class MemoryMajorityContractTest extends LogContract {
  private final ContractClusters clusters = EmbeddedClusters.of(new MemoryBackend());

  @Override
  protected ContractClusters clusters() {
    return clusters;
  }
}
