package io.rvi.raft.client;

import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/** What the catalog says of topics; the newest that was heard is kept. */
final class Topics {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final int PARTITIONS_MAX = 10_000;

  /** How long a description waits for the catalog's leader before it goes by what was heard. */
  private static final Duration CATALOG_WAIT = Duration.ofMillis(500);

  private final String cluster;
  private final List<NodeId> nodes;
  private final Links links;
  private final Clock clock;
  private final GroupCalls calls;
  private final LeaderTracker catalog;
  private final Map<String, Topic> known = new ConcurrentHashMap<>();
  private final Map<RaftGroupId, LeaderTracker> trackers = new ConcurrentHashMap<>();

  Topics(String cluster, List<NodeId> nodes, Links links, Clock clock, GroupCalls calls) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.links = links;
    this.clock = clock;
    this.calls = calls;
    RaftGroupId group = Names.catalog(cluster);
    this.catalog = new LeaderTracker(group, group, nodes, links, clock);
  }

  /**
   * Finds a topic.
   *
   * @param name its name
   * @param deadline until when to ask
   * @return the topic; fails with {@link ErrorCode#UNKNOWN_TOPIC} when the catalog's leader, sure
   *     that it leads, has none of that name
   */
  CompletableFuture<Topic> find(String name, long deadline) {
    Topic topic = known.get(name);
    if (topic != null) {
      return CompletableFuture.completedFuture(topic);
    }
    CompletableFuture<Topic> answer = new CompletableFuture<>();
    // Any node that has heard of the topic will do, so that a partition can be used while the
    // catalog has no majority; only that there is none must be asked of the leader.
    for (NodeId node : nodes) {
      Futures.onEnd(
          links.shared(node).ask(catalog.group(), new Query.Lookup(name).encode()),
          (reply, failure) -> heard(reply).ifPresent(answer::complete));
    }
    Futures.forward(
        calls.untilAnswered(
            catalog,
            deadline,
            (link, leaders) -> link.read(leaders.group(), new Query.Lookup(name).encode(), true),
            content -> parse(name, content)),
        answer);
    return answer.whenComplete(
        (found, failure) -> {
          if (failure == null) {
            note(found);
          }
        });
  }

  private Topic note(Topic heard) {
    return known.merge(
        heard.name(), heard, (old, fresh) -> fresh.version() >= old.version() ? fresh : old);
  }

  /** A topic as the catalog's leader, sure that it leads, has it now. */
  CompletableFuture<Topic> latest(String name, long deadline) {
    return calls
        .untilAnswered(
            catalog,
            deadline,
            (link, leaders) -> link.read(leaders.group(), new Query.Lookup(name).encode(), true),
            content -> parse(name, content))
        .thenApply(this::note);
  }

  /** A topic as it is now, or as it was last heard of when the catalog has no leader to ask. */
  CompletableFuture<Topic> current(String name, long deadline) {
    return find(name, deadline)
        .thenCompose(
            found -> {
              CompletableFuture<Topic> answer = latest(name, clock.now() + CATALOG_WAIT.toNanos());
              CompletableFuture<Topic> either = new CompletableFuture<>();
              Futures.onEnd(
                  answer, (fresh, failure) -> either.complete(fresh == null ? found : fresh));
              clock.after(CATALOG_WAIT, () -> either.complete(found));
              return either;
            });
  }

  /** Changes a row of the catalog; for what may be asked twice. */
  CompletableFuture<Topic> change(ChangeRow command, long deadline) {
    return calls
        .untilAnswered(
            catalog,
            deadline,
            (link, leaders) -> link.write(leaders.group(), command.encode()),
            content -> parse(command.topic(), content))
        .thenApply(this::note);
  }

  private static Topic parse(String name, ByteString content) {
    if (content.isEmpty()) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_TOPIC, "there is no topic " + name + "; create it first");
    }
    return Topic.parse(content);
  }

  /** Finds who leads a partition. */
  CompletableFuture<LeaderTracker> leaders(String name, int partition, long deadline) {
    return find(name, deadline)
        .thenApply(
            topic -> {
              if (partition < 0 || partition >= topic.partitions()) {
                throw new RequestFailedException(
                    ErrorCode.UNKNOWN_PARTITION,
                    "topic "
                        + name
                        + " has partitions 0 to "
                        + (topic.partitions() - 1)
                        + ", not "
                        + partition);
              }
              return tracker(topic, partition);
            });
  }

  /** Creates a topic and waits until each of its partitions has its leader. */
  CompletableFuture<Void> create(CreateTopic command, long deadline) {
    complaint(command)
        .ifPresent(
            complaint -> {
              throw new RequestFailedException(ErrorCode.INVALID_ARGUMENT, complaint);
            });
    return calls
        .untilAnswered(
            catalog,
            deadline,
            (link, leaders) -> link.write(leaders.group(), command.encode()),
            content -> created(command, content.isEmpty() ? null : Topic.parse(content)))
        .thenCompose(topic -> awaitLeaders(topic, deadline));
  }

  private static Topic created(CreateTopic command, @Nullable Topic topic) {
    if (topic == null) {
      throw new RequestFailedException(
          ErrorCode.INVALID_ARGUMENT,
          "topic "
              + command.name()
              + ": the cluster has fewer than "
              + command.replicas()
              + " nodes");
    }
    if (topic.partitions() != command.partitions() || topic.replicas() != command.replicas()) {
      throw new RequestFailedException(
          ErrorCode.TOPIC_EXISTS,
          "topic "
              + topic.name()
              + " exists with "
              + topic.partitions()
              + " partitions and "
              + topic.replicas()
              + " replicas");
    }
    return topic;
  }

  private Optional<String> complaint(CreateTopic command) {
    if (!NAME.matcher(command.name()).matches()) {
      return Optional.of(
          "a topic's name is 1 to 100 letters, digits, dots, underscores or hyphens, not \""
              + command.name()
              + "\"");
    }
    if (command.partitions() < 1 || command.partitions() > PARTITIONS_MAX) {
      return Optional.of(
          "partitions must be 1 to " + PARTITIONS_MAX + ", not " + command.partitions());
    }
    if (command.replicas() < 1 || command.replicas() > nodes.size()) {
      return Optional.of(
          "replicas must be 1 to the number of nodes, "
              + nodes.size()
              + ", not "
              + command.replicas());
    }
    return Optional.empty();
  }

  private CompletableFuture<Void> awaitLeaders(Topic topic, long deadline) {
    note(topic);
    List<CompletableFuture<?>> led = new ArrayList<>();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      NodeId preferred = topic.assignment().get(partition).get(0);
      led.add(new FirstLeader(tracker(topic, partition), preferred, links, clock).settle(deadline));
    }
    return CompletableFuture.allOf(led.toArray(CompletableFuture[]::new));
  }

  private LeaderTracker tracker(Topic topic, int partition) {
    return trackers.computeIfAbsent(
        Names.partition(cluster, topic.name(), partition),
        // Any node may come to lead it, as replicas are reassigned.
        group -> new LeaderTracker(catalog.group(), group, nodes, links, clock));
  }

  private static Optional<Topic> heard(@Nullable RaftClientReply reply) {
    return reply == null || !reply.isSuccess() || reply.getMessage().getContent().isEmpty()
        ? Optional.empty()
        : Optional.of(Topic.parse(reply.getMessage().getContent()));
  }
}
