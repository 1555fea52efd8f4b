package io.rvi.raft.client;

import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import io.rvi.raft.wire.Row;
import io.rvi.raft.wire.Topic;
import io.rvi.spi.ReassignmentCheck;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Moves replicas and leadership. The wish goes into the catalog, the nodes carry it out, and this
 * looks until they have.
 */
final class PartitionMoves {
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final List<NodeId> nodes;
  private final Topics topics;
  private final Links links;
  private final Clock clock;

  PartitionMoves(List<NodeId> nodes, Topics topics, Links links, Clock clock) {
    this.nodes = nodes;
    this.topics = topics;
    this.links = links;
    this.clock = clock;
  }

  /** Moves a partition to other nodes; completes when they are its voters and one of them leads. */
  CompletableFuture<Void> reassign(
      String topic, int partition, List<NodeId> wanted, long deadline) {
    String complaint = ReassignmentCheck.complaint(topic + "/" + partition, wanted, nodes);
    if (!complaint.isEmpty()) {
      throw new RequestFailedException(ErrorCode.INVALID_ARGUMENT, complaint);
    }
    return topics
        .leaders(topic, partition, deadline)
        .thenCompose(
            leaders ->
                topics
                    .change(
                        new ChangeRow(ChangeRow.Kind.REASSIGN, topic, partition, 0, wanted),
                        deadline)
                    .thenCompose(
                        found -> awaitReached(found, partition, wanted, leaders, deadline)));
  }

  private CompletableFuture<Void> awaitReached(
      Topic found, int partition, List<NodeId> wanted, LeaderTracker leaders, long deadline) {
    Row row = found.rows().get(partition);
    if (row.target().equals(wanted) && row.settled()) {
      return awaitVoters(Set.copyOf(wanted), leaders, deadline);
    }
    String open =
        row.target().equals(wanted)
            ? "has not reached " + wanted + " yet; ready are " + row.ready()
            : "is being moved to " + row.target() + " instead";
    return later(
        found.name() + "/" + partition + " " + open,
        deadline,
        () ->
            topics
                .latest(found.name(), deadline)
                .thenCompose(next -> awaitReached(next, partition, wanted, leaders, deadline)));
  }

  private CompletableFuture<Void> awaitVoters(
      Set<NodeId> wanted, LeaderTracker leaders, long deadline) {
    return leaders
        .find(deadline)
        .thenCompose(
            leader ->
                links
                    .shared(leader.node())
                    .ask(leaders.catalog(), new Query.Status(leaders.group().getUuid()).encode())
                    .handle(
                        (reply, failure) ->
                            Describer.heard(reply)
                                .filter(ReplicaStatus::leading)
                                .filter(status -> status.voters().equals(wanted))
                                .filter(status -> wanted.contains(status.node()))
                                .isPresent())
                    .thenCompose(
                        reached -> {
                          if (reached) {
                            return CompletableFuture.<Void>completedFuture(null);
                          }
                          leaders.lost(leader, false);
                          return later(
                              wanted + " are not all of the voters yet",
                              deadline,
                              () -> awaitVoters(wanted, leaders, deadline));
                        }));
  }

  /** Hands leadership over; completes when the node leads. */
  CompletableFuture<Void> transferLeadership(
      String topic, int partition, NodeId wanted, long deadline) {
    return topics
        .leaders(topic, partition, deadline)
        .thenCompose(
            leaders ->
                topics
                    .latest(topic, deadline)
                    .thenCompose(
                        found -> {
                          List<NodeId> target = found.rows().get(partition).target();
                          if (!target.contains(wanted)) {
                            throw new RequestFailedException(
                                ErrorCode.INVALID_ARGUMENT,
                                wanted
                                    + " holds no replica of "
                                    + topic
                                    + "/"
                                    + partition
                                    + ", or is leaving it; name one of "
                                    + target);
                          }
                          return transfer(wanted, leaders, deadline);
                        }));
  }

  private CompletableFuture<Void> transfer(NodeId wanted, LeaderTracker leaders, long deadline) {
    return leaders
        .find(deadline)
        .thenCompose(
            leader -> {
              if (leader.node().equals(wanted)) {
                return CompletableFuture.<Void>completedFuture(null);
              }
              return links
                  .shared(leader.node())
                  .read(leaders.group(), new Query.HandOver(wanted).encode(), false)
                  .handle((reply, failure) -> null)
                  .thenCompose(
                      asked -> {
                        leaders.lost(leader, false);
                        return later(
                            leader.node() + " has not handed over to " + wanted,
                            deadline,
                            () -> transfer(wanted, leaders, deadline));
                      });
            });
  }

  private CompletableFuture<Void> later(
      String open, long deadline, Supplier<CompletableFuture<Void>> next) {
    if (clock.now() - deadline >= -PAUSE.toNanos()) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(
              ErrorCode.DEADLINE_EXCEEDED, open + "; it may still be carried out"));
    }
    CompletableFuture<Void> rested = new CompletableFuture<>();
    clock.after(PAUSE, () -> rested.complete(null));
    return rested.thenCompose(done -> next.get());
  }
}
