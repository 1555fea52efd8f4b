package io.rvi.isr;

import io.rvi.contract.ContractClusters;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.contract.LogContract;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.spi.Service;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on nodes and a ZooKeeper in this JVM. */
class IsrContractTest extends LogContract {
  private static final int TICK_MS = 100;

  private static LocalZooKeeper zooKeeper;

  private final EmbeddedClusters clusters =
      EmbeddedClusters.of(new IsrBackend())
          .withService(Service.ZOOKEEPER, () -> zooKeeper.connectString());

  @BeforeAll
  static void startZooKeeper() {
    zooKeeper = LocalZooKeeper.start(TICK_MS);
  }

  @AfterAll
  static void stopZooKeeper() {
    zooKeeper.close();
  }

  @Override
  protected ContractClusters clusters() {
    return clusters;
  }
}
