package io.rvi.isr;

import io.rvi.contract.ContractClusters;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.contract.LogContract;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.spi.Service;
import java.io.IOException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on nodes and a ZooKeeper in this JVM. */
class IsrContractTest extends LogContract {
  private static final int TICK_MS = 100;

  private static LocalZooKeeper zooKeeper;

  /**
   * A session whose pings keep the server's selector turning: in one that sleeps, a connection that
   * was closed at both ends stays an open file until the next request of anybody.
   */
  private static ZooKeeper pinging;

  private final EmbeddedClusters clusters =
      EmbeddedClusters.of(new IsrBackend())
          .withService(Service.ZOOKEEPER, () -> zooKeeper.connectString());

  @BeforeAll
  static void startZooKeeper() throws IOException {
    zooKeeper = LocalZooKeeper.start(TICK_MS);
    pinging = new ZooKeeper(zooKeeper.connectString(), 20 * TICK_MS, event -> {});
  }

  @AfterAll
  static void stopZooKeeper() throws InterruptedException {
    pinging.close();
    zooKeeper.close();
  }

  @Override
  protected ContractClusters clusters() {
    return clusters;
  }
}
