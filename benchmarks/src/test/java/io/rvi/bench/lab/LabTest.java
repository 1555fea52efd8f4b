package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.NodeId;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.SettingException;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabTest {
  private static final NodeId N1 = new NodeId(1);
  private static final NodeId N2 = new NodeId(2);

  @TempDir Path base;

  @ParameterizedTest
  @EnumSource(Topology.class)
  void shouldStartHurtAndRestartNodesInEachTopology(Topology topology) throws Exception {
    try (Lab lab = Lab.open(base)) {
      // given
      Cluster cluster = lab.start(ClusterSpec.of("stub", 2, topology));
      assertThat(cluster.nodes()).containsExactly(N1, N2);
      assertThat(ask(cluster, N1, "relay 2 hello")).isEqualTo("hello");

      // when a node is killed
      cluster.kill(N2);

      // then it is gone, and returns on its old port and data
      assertThat(cluster.status(N2).state()).isEqualTo(NodeStatus.State.STOPPED);
      assertThat(ask(cluster, N1, "relay 2 hello")).startsWith("failed");
      cluster.start(N2);
      assertThat(cluster.status(N2).state()).isEqualTo(NodeStatus.State.RUNNING);
      assertThat(ask(cluster, N1, "relay 2 again")).isEqualTo("again");

      // and an orderly stop works as well
      cluster.stop(N2);
      assertThat(cluster.status(N2).state()).isEqualTo(NodeStatus.State.STOPPED);
      assertThatThrownBy(() -> cluster.kill(N2)).isInstanceOf(IllegalStateException.class);
    }
    assertThat(remains()).isEmpty();
  }

  /** A JVM archives classes of files only, and this test's are in directories. */
  @Test
  void shouldStartServersAsEverWhereClassesCannotBeShared() throws Exception {
    try (Lab lab = Lab.open(base)) {
      assertThat(lab.shareClasses()).isFalse();

      Cluster cluster = lab.start(ClusterSpec.of("stub", 1, Topology.PROCESSES));
      assertThat(cluster.status(N1).state()).isEqualTo(NodeStatus.State.RUNNING);
    }
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldTakeAwayTheBaseThatItMadeAndNoOther() throws Exception {
    Path made = base.resolve("made");
    Lab first = Lab.open(made);
    Lab.open(made).close();
    assertThat(made).isDirectory();
    first.close();
    assertThat(made).doesNotExist();
    Lab.open(base).close();
    assertThat(base).isDirectory();
  }

  @Test
  void shouldFreezeAndThawAProcess() throws Exception {
    try (Lab lab = Lab.open(base)) {
      Cluster cluster = lab.start(ClusterSpec.of("stub", 2, Topology.PROCESSES));

      cluster.pause(N2);
      assertThat(Posix.isStopped(cluster.pid(N2).getAsLong())).isTrue();
      assertThatThrownBy(() -> ask(cluster, N2, "echo hello"))
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(cluster.status(N2).detail()).contains("paused");

      cluster.resume(N2);
      assertThat(Posix.isStopped(cluster.pid(N2).getAsLong())).isFalse();
      assertThat(ask(cluster, N1, "relay 2 hello")).isEqualTo("hello");
    }
  }

  @Test
  void shouldRunAnEnsembleOfThreeZooKeeperServers() throws Exception {
    try (Lab lab = Lab.open(base)) {
      Cluster cluster =
          lab.start(
              ClusterSpec.of("stub", 1, Topology.PROCESSES)
                  .withServices(ServiceSpec.DEFAULT.withServers(3)));

      String connect = ask(cluster, N1, "services");

      assertThat(connect.split(",")).hasSize(3);
      try (ZooKeeperProbe probe = ZooKeeperProbe.connect(connect)) {
        assertThat(probe.children("/")).contains("zookeeper");
      }
    }
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldSuggestTheNearestBackend() {
    assertThatThrownBy(() -> Lab.backend("stubb"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("did you mean stub?");
    assertThatThrownBy(() -> Lab.backend("paxos-made-live"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("known: ")
        .hasMessageContaining("stub");
  }

  @Test
  void shouldRefuseAnUnknownSettingBeforeAnythingStarts() throws Exception {
    try (Lab lab = Lab.open(base)) {
      ClusterSpec spec =
          ClusterSpec.of("stub", 1, Topology.PROCESSES).withSettings(Map.of("flsh", "none"));

      assertThatThrownBy(() -> lab.start(spec))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("did you mean flush?");
    }
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void shouldSayWhyANodeRefusesToStartAndLeaveNothing(Topology topology) throws Exception {
    List<Long> before = childProcesses();
    try (Lab lab = Lab.open(base)) {
      assertThatThrownBy(() -> lab.start(stub(topology, "refuse")))
          .isInstanceOfSatisfying(
              StartException.class,
              e -> assertThat(e.kind()).isEqualTo(StartException.Kind.STORAGE))
          .hasMessageContaining("the disk of n1 is damaged");

      assertThat(childProcesses()).isEqualTo(before);
    }
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldReportAnEarlyDeathWithTheEndOfTheLog() throws Exception {
    List<Long> before = childProcesses();
    try (Lab lab = Lab.open(base)) {
      assertThatThrownBy(() -> lab.start(stub(Topology.PROCESSES, "die")))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("exit code 42")
          .hasMessageContaining("last words of n1");

      assertThat(childProcesses()).isEqualTo(before);
    }
  }

  @Test
  void shouldNotMistakeALibrarysOutputForItsOwnLines() throws Exception {
    try (Lab lab = Lab.open(base)) {
      Cluster cluster = lab.start(stub(Topology.PROCESSES, "chatter"));

      assertThat(cluster.status(N1).state()).isEqualTo(NodeStatus.State.RUNNING);
      assertThat(Files.readString(cluster.logFile(N1))).contains("hello from a library");
    }
  }

  @Test
  void shouldReportANodeThatDiedByItself() throws Exception {
    try (Lab lab = Lab.open(base)) {
      Cluster cluster = lab.start(stub(Topology.PROCESSES, "fine"));
      ProcessHandle process = ProcessHandle.of(cluster.pid(N1).getAsLong()).orElseThrow();

      process.destroyForcibly();
      process.onExit().join();

      NodeStatus status = cluster.status(N1);
      assertThat(status.state()).isEqualTo(NodeStatus.State.FAILED);
      assertThat(status.detail()).contains("ended by itself with exit code 137");
      cluster.start(N1);
      assertThat(cluster.status(N1).state()).isEqualTo(NodeStatus.State.RUNNING);
    }
  }

  @Test
  void shouldCloseWhatIsOpenWithTheLab() throws Exception {
    List<Long> before = childProcesses();
    StubClient client;
    try (Lab lab = Lab.open(base)) {
      Cluster cluster = lab.start(ClusterSpec.of("stub", 2, Topology.PROCESSES));
      client = (StubClient) cluster.connect("c1", Map.of());
      assertThat(cluster.leader("t", 0)).contains(N1);
      assertThat(childProcesses()).hasSize(before.size() + 3);
    }
    assertThat(client.closed()).isTrue();
    assertThat(childProcesses()).isEqualTo(before);
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldRefuseABaseThatCannotBeWritten() throws Exception {
    Path file = Files.writeString(base.resolve("file"), "");

    assertThatThrownBy(() -> Lab.open(file.resolve("below")))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(file.toString());
  }

  private static ClusterSpec stub(Topology topology, String mode) {
    return ClusterSpec.of("stub", 1, topology).withSettings(Map.of("stub.mode", mode));
  }

  private static String ask(Cluster cluster, NodeId node, String line) throws IOException {
    return StubNode.ask(cluster.listenEndpoint(node), line);
  }

  private static List<Long> childProcesses() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).sorted().toList();
  }

  private List<Path> remains() throws IOException {
    try (Stream<Path> files = Files.list(base)) {
      return files.toList();
    }
  }
}
