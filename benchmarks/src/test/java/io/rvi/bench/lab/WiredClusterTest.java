package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.link.CutStyle;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WiredClusterTest {
  private static final NodeId N1 = new NodeId(1);
  private static final NodeId N2 = new NodeId(2);

  @TempDir Path base;

  @Test
  void shouldLeadEveryConnectionThroughALinkOfItsOwn() throws Exception {
    try (Lab lab = Lab.open(base)) {
      // given
      Cluster cluster =
          lab.start(ClusterSpec.of("stub", 3, Topology.EMBEDDED).withWiring(Wiring.PROXIED));
      Links links = cluster.links().orElseThrow();
      StubClient client = (StubClient) cluster.connect("c1", Map.of());
      Party n1 = Party.node(N1);
      Party n2 = Party.node(N2);
      Party c1 = Party.client("c1");

      // when all talk to all
      assertThat(StubNode.ask(client.endpoint(1), "relay 2 hello")).isEqualTo("hello");

      // then the links saw it
      assertThat(links.traffic(n1, n2).passedBytes()).isEqualTo("echo hello\n".length());
      assertThat(links.traffic(n2, n1).passedBytes()).isEqualTo("hello\n".length());
      assertThat(links.traffic(c1, n1).passedBytes()).isEqualTo("relay 2 hello\n".length());
      assertThat(links.traffic(c1, n2).passedBytes()).isZero();
      assertThat(links.joined(n1, Party.zooKeeper(1))).isTrue();

      // and a cut of one pair hurts that pair alone
      links.cut(n1, n2, CutStyle.SILENCE);
      assertThat(StubNode.ask(client.endpoint(1), "relay 3 hello")).isEqualTo("hello");
      assertThatThrownBy(() -> StubNode.ask(client.endpoint(1), "relay 2 hello"))
          .isInstanceOf(SocketTimeoutException.class);
      links.heal(n1, n2);
      assertThat(StubNode.ask(client.endpoint(1), "relay 2 again")).isEqualTo("again");

      // and a node that is down is refused as it would be without links
      cluster.kill(N2);
      assertThatThrownBy(() -> StubNode.ask(client.endpoint(2), "echo hello"))
          .isInstanceOf(ConnectException.class);
      cluster.start(N2);
      assertThat(StubNode.ask(client.endpoint(2), "echo hello")).isEqualTo("hello");
    }
  }

  @Test
  void shouldGiveEachNodeAVolumeOfItsOwnAndRemoveIt() throws Exception {
    Optional<String> unavailable = LoopVolume.unavailable(base);
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
    try (Lab lab = Lab.open(base)) {
      Cluster cluster =
          lab.start(ClusterSpec.of("stub", 2, Topology.PROCESSES).withVolumes(Volumes.LOOP_MOUNTS));

      assertThat(StubNode.ask(cluster.listenEndpoint(N1), "sync hello")).isEqualTo("ok");

      assertThat(cluster.dataDir(N1)).startsWith(cluster.volume(N1).orElseThrow().mountPoint());
      assertThat(Mounts.under(base.toRealPath())).hasSize(2);
    }
    assertThat(Mounts.under(base.toRealPath())).isEmpty();
    assertThat(base).isEmptyDirectory();
  }

  @Test
  void shouldClearTheMountsOfAKilledHarness() throws Exception {
    Optional<String> unavailable = LoopVolume.unavailable(base);
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
    HarnessProcess.Started harness = HarnessProcess.start(base, Volumes.LOOP_MOUNTS);
    assertThat(mounts()).isEqualTo(2);

    harness.process().destroyForcibly().waitFor();
    Lab.open(base).close();

    assertThat(mounts()).isZero();
    assertThat(base).isEmptyDirectory();
  }

  private int mounts() throws IOException {
    return Mounts.under(base.toRealPath()).size();
  }
}
