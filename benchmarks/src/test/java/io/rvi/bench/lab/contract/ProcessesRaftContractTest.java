package io.rvi.bench.lab.contract;

import io.rvi.bench.lab.Topology;
import io.rvi.contract.ContractClusters;
import io.rvi.contract.LogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of backend raft in topology processes. */
@Tag("clusters")
final class ProcessesRaftContractTest extends LogContract {
  @TempDir static Path base;

  @Override
  protected ContractClusters clusters() {
    return new LabClusters("raft", Topology.PROCESSES, base);
  }
}
