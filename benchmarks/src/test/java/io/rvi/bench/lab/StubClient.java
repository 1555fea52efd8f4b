package io.rvi.bench.lab;

import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A client that knows where nodes are and takes the first of them for every leader. */
final class StubClient implements LogClient {
  private final ClientSpec spec;
  private volatile boolean closed;

  StubClient(ClientSpec spec) {
    this.spec = spec;
  }

  Endpoint endpoint(int node) {
    return Objects.requireNonNull(spec.nodes().get(new NodeId(node)));
  }

  boolean closed() {
    return closed;
  }

  @Override
  public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<TopicDescription> describe(String topic) {
    List<NodeId> all = spec.nodes().keySet().stream().sorted().toList();
    List<TopicDescription.ReplicaState> answered =
        all.stream()
            .filter(node -> answers(Objects.requireNonNull(spec.nodes().get(node))))
            .map(node -> new TopicDescription.ReplicaState(node, 1, 0, 0))
            .toList();
    Optional<NodeId> leader = answered.stream().findFirst().map(state -> state.node());
    return CompletableFuture.completedFuture(
        new TopicDescription(
            topic,
            List.of(
                new TopicDescription.Partition(
                    0, leader, 1, all, Set.copyOf(all), 0, 0, answered))));
  }

  @Override
  public CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
    throw new IllegalStateException("the stub holds no log");
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
    throw new IllegalStateException("the stub holds no log");
  }

  private static boolean answers(Endpoint node) {
    try {
      return StubNode.ask(node, "echo x").equals("x");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public ReplicatedLog open(String topic, int partition) {
    throw new IllegalStateException("the stub holds no log");
  }

  @Override
  public LogConsumer consumer(String topic) {
    throw new IllegalStateException("the stub holds no log");
  }

  @Override
  public void close() {
    closed = true;
  }
}
