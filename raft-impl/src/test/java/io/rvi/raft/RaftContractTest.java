package io.rvi.raft;

import io.rvi.contract.ContractClusters;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.contract.LogContract;

final class RaftContractTest extends LogContract {
  private final ContractClusters clusters = EmbeddedClusters.of(new RaftBackend());

  @Override
  protected ContractClusters clusters() {
    return clusters;
  }
}
