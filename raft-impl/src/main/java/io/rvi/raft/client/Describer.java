package io.rvi.raft.client;

import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import io.rvi.raft.wire.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.jspecify.annotations.Nullable;

/** Describes a topic by asking every replica how it is. */
final class Describer {
  /** A replica that takes longer is described as one that does not answer. */
  private static final Duration ANSWER_MAX = Duration.ofMillis(500);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final RaftGroupId catalog;
  private final Links links;
  private final Clock clock;

  Describer(RaftGroupId catalog, Links links, Clock clock) {
    this.catalog = catalog;
    this.links = links;
    this.clock = clock;
  }

  /**
   * Describes a topic as its replicas say now, asking again while a partition has none that
   * answers.
   *
   * @param topic the topic
   * @param group the group of each of its partitions
   * @param deadline until when to ask again, by {@link Clock#now}
   */
  CompletableFuture<TopicDescription> describe(
      Topic topic, IntFunction<RaftGroupId> group, long deadline) {
    List<CompletableFuture<TopicDescription.Partition>> parts = new ArrayList<>();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      parts.add(describe(partition, topic.rows().get(partition).shown(), group.apply(partition)));
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenCompose(
            all -> {
              TopicDescription heard =
                  new TopicDescription(
                      topic.name(), parts.stream().map(CompletableFuture::join).toList());
              boolean silent =
                  heard.partitions().stream().anyMatch(part -> part.replicaStates().isEmpty());
              if (!silent || clock.now() - deadline >= 0) {
                return silent ? silence(topic) : CompletableFuture.completedFuture(heard);
              }
              CompletableFuture<Void> rested = new CompletableFuture<>();
              clock.after(PAUSE, () -> rested.complete(null));
              return rested.thenCompose(done -> describe(topic, group, deadline));
            });
  }

  private static CompletableFuture<TopicDescription> silence(Topic topic) {
    return CompletableFuture.failedFuture(
        new RequestFailedException(
            ErrorCode.NO_LEADER,
            "topic " + topic.name() + ": a partition has no replica that answers"));
  }

  private CompletableFuture<TopicDescription.Partition> describe(
      int partition, List<NodeId> replicas, RaftGroupId group) {
    List<CompletableFuture<Optional<ReplicaStatus>>> answers =
        replicas.stream().map(node -> status(node, group)).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            all ->
                describe(
                    partition,
                    replicas,
                    answers.stream().flatMap(answer -> answer.join().stream()).toList()));
  }

  private CompletableFuture<Optional<ReplicaStatus>> status(NodeId node, RaftGroupId group) {
    CompletableFuture<Optional<ReplicaStatus>> answer = new CompletableFuture<>();
    Futures.onEnd(
        links.shared(node).ask(catalog, new Query.Status(group.getUuid()).encode()),
        (reply, failure) -> answer.complete(heard(reply)));
    clock.after(ANSWER_MAX, () -> answer.complete(Optional.empty()));
    return answer;
  }

  /** What a replica said of itself, if it answered. */
  static Optional<ReplicaStatus> heard(@Nullable RaftClientReply reply) {
    return reply == null || !reply.isSuccess() || reply.getMessage().getContent().isEmpty()
        ? Optional.empty()
        : Optional.of(ReplicaStatus.parse(reply.getMessage().getContent()));
  }

  private static TopicDescription.Partition describe(
      int partition, List<NodeId> replicas, List<ReplicaStatus> states) {
    Optional<ReplicaStatus> leader =
        states.stream()
            .filter(ReplicaStatus::leading)
            .max(Comparator.comparingLong(ReplicaStatus::term));
    long epoch = states.stream().mapToLong(ReplicaStatus::term).max().orElse(0);
    return new TopicDescription.Partition(
        partition,
        leader.map(ReplicaStatus::node),
        leader.map(ReplicaStatus::term).orElse(epoch),
        replicas,
        leader.or(() -> states.stream().findFirst()).map(ReplicaStatus::voters).orElse(Set.of()),
        leader.map(ReplicaStatus::highWatermark).orElse(0L),
        leader.map(ReplicaStatus::logEnd).orElse(0L),
        states.stream()
            .map(
                state ->
                    new TopicDescription.ReplicaState(
                        state.node(), state.term(), state.highWatermark(), state.logEnd()))
            .toList());
  }
}
