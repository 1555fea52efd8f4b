package io.rvi.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.api.NodeId;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a node that can't start says so, and that it leaves nothing behind. */
final class NodeStartTest {
  private static final NodeId ONE = new NodeId(1);

  @TempDir private Path root;

  @Test
  void shouldNameAPortInUseAndLeaveTheDirectoryFree() throws Exception {
    Endpoint endpoint;
    try (ServerSocket taken = new ServerSocket()) {
      // given
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      endpoint = new Endpoint("127.0.0.1", taken.getLocalPort());

      // when, then
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> start("c", ONE, endpoint, "n1"))
          .matches(e -> e.kind() == StartException.Kind.MACHINE)
          .withMessageContaining(endpoint.toString())
          .withMessageNotContaining("\n");
    }

    // and once the port is free the same node starts
    LogNode node = start("c", ONE, endpoint, "n1");
    assertThat(node.status().state()).isEqualTo(NodeStatus.State.RUNNING);
    node.close();
    node.close();
    assertThat(node.status().state()).isEqualTo(NodeStatus.State.STOPPED);
  }

  @Test
  void shouldRefuseADirectoryThatAnotherNodeUses() throws Exception {
    // given
    LogNode node = start("c", ONE, freeEndpoint(), "n1");

    // when, then
    try {
      Endpoint other = freeEndpoint();
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> start("c", ONE, other, "n1"))
          .withMessageContaining(root.resolve("n1").toString())
          .withMessageContaining("in use");
    } finally {
      node.halt();
    }
  }

  @Test
  void shouldRefuseTheDirectoryOfAnotherNodeOrClusterAndChangeNothing() throws Exception {
    // given
    start("c", ONE, freeEndpoint(), "n1").close();
    List<Path> before = tree();

    // when, then
    Endpoint endpoint = freeEndpoint();
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> start("c", new NodeId(2), endpoint, "n1"))
        .withMessageContaining("n1");
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> start("other", ONE, endpoint, "n1"))
        .withMessageContaining("other");
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void shouldRefuseADirectoryThatHoldsSomethingElse() throws Exception {
    // given
    Files.createDirectories(root.resolve("n1"));
    Files.writeString(root.resolve("n1").resolve("precious"), "x");

    // when, then
    Endpoint endpoint = freeEndpoint();
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> start("c", ONE, endpoint, "n1"))
        .withMessageContaining("precious");
    assertThat(root.resolve("n1").resolve("precious")).hasContent("x");
  }

  private List<Path> tree() throws IOException {
    try (var files = Files.walk(root)) {
      return files.sorted().toList();
    }
  }

  private LogNode start(String cluster, NodeId id, Endpoint endpoint, String dir)
      throws StartException {
    return new RaftBackend()
        .startNode(
            new NodeSpec(
                cluster,
                id,
                endpoint,
                Map.of(id, endpoint),
                root.resolve(dir),
                Map.of(),
                Settings.defaults()));
  }

  private static Endpoint freeEndpoint() throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      return new Endpoint("127.0.0.1", socket.getLocalPort());
    }
  }
}
