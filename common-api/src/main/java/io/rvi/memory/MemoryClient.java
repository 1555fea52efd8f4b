package io.rvi.memory;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.memory.MemoryRequest.Kind;
import io.rvi.memory.MemoryRequest.Lane;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.PollingConsumer;
import io.rvi.spi.ReassignmentCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A client: submits requests, bounds what waits, and ends it at its close. */
final class MemoryClient implements LogClient {
  private static final Pattern TOPIC_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /** More would be a mistake: each is a log of its own on every replica. */
  private static final int PARTITIONS_MAX = 10_000;

  private final MemoryCluster cluster;
  private final ClientSpec spec;
  private final Duration deadline;
  private final long pendingBytesMax;
  private final AtomicLong pendingBytes = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();

  MemoryClient(MemoryCluster cluster, ClientSpec spec) {
    this.cluster = cluster;
    this.spec = spec;
    this.deadline = spec.settings().get(CommonSettings.REQUEST_DEADLINE);
    this.pendingBytesMax = spec.settings().get(CommonSettings.PENDING_BYTES);
  }

  MemoryCluster cluster() {
    return cluster;
  }

  int recordBytesMax() {
    return spec.settings().get(CommonSettings.RECORD_BYTES_MAX);
  }

  /** Submits a request, or ends it when this client is closed or holds too much. */
  <T> CompletableFuture<T> submit(MemoryRequest<T> request) {
    if (closed.get()) {
      request.fail(ErrorCode.CLOSED, closedMessage());
      return request.outcome();
    }
    if (pendingBytes.addAndGet(request.bytes()) > pendingBytesMax) {
      pendingBytes.addAndGet(-request.bytes());
      request.fail(
          ErrorCode.OVERLOADED,
          "client "
              + spec.clientId()
              + " holds as much as pendingBytes="
              + pendingBytesMax
              + "B allows; wait for appends to end");
      return request.outcome();
    }
    CompletableFuture<T> outcome =
        cluster
            .submit(request, deadline)
            .whenComplete((result, failure) -> pendingBytes.addAndGet(-request.bytes()));
    if (closed.get()) {
      cluster.cancel(this, closedMessage()); // The close may have passed before the submission.
    }
    return outcome;
  }

  private String closedMessage() {
    return "client " + spec.clientId() + " is closed";
  }

  @Override
  public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
    String complaint = complaint(name, partitions, replicas);
    if (!complaint.isEmpty()) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(ErrorCode.INVALID_ARGUMENT, complaint));
    }
    Replication replication = spec.settings().get(MemoryBackend.REPLICATION);
    return submit(
            administration(
                name,
                () -> {
                  List<MemoryPartition> topic =
                      cluster.createTopic(
                          name, partitions, replicas, spec.nodes().keySet(), replication);
                  return topic != null && topic.stream().allMatch(MemoryPartition::isLed)
                      ? topic
                      : null;
                }))
        .thenApply(topic -> null);
  }

  private String complaint(String name, int partitions, int replicas) {
    int nodes = spec.nodes().size();
    if (!TOPIC_NAME.matcher(name).matches()) {
      return "topic name \""
          + name
          + "\" must be 1 to 100 letters, digits, dots, underscores or hyphens";
    }
    if (partitions < 1 || partitions > PARTITIONS_MAX) {
      return "partitions=" + partitions + " must be 1 to " + PARTITIONS_MAX;
    }
    if (replicas < 1 || replicas > nodes) {
      return "replicas=" + replicas + " must be 1 to the number of nodes, " + nodes;
    }
    return "";
  }

  @Override
  public CompletableFuture<TopicDescription> describe(String topic) {
    return submit(
        administration(
            topic,
            () -> {
              List<MemoryPartition> partitions = cluster.topic(topic);
              return partitions == null
                  ? null
                  : new TopicDescription(
                      topic, partitions.stream().map(MemoryPartition::describe).toList());
            }));
  }

  @Override
  public CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
    List<NodeId> wanted = List.copyOf(replicas);
    String complaint =
        ReassignmentCheck.complaint(topic + "-" + partition, wanted, spec.nodes().keySet());
    if (!complaint.isEmpty()) {
      return CompletableFuture.failedFuture(
          new RequestFailedException(ErrorCode.INVALID_ARGUMENT, complaint));
    }
    return change(topic, partition, found -> cluster.reassign(found, wanted));
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
    return change(
        topic,
        partition,
        found -> {
          if (!found.assigned().contains(leader)) {
            throw new RequestFailedException(
                ErrorCode.INVALID_ARGUMENT,
                leader
                    + " holds no replica of "
                    + topic
                    + "-"
                    + partition
                    + "; its replicas are on "
                    + found.assigned());
          }
          return found.transferLeadership(leader);
        });
  }

  private CompletableFuture<Void> change(
      String topic, int partition, Predicate<MemoryPartition> change) {
    return submit(
            administration(
                topic,
                () -> {
                  MemoryPartition found = cluster.changeable(topic, partition);
                  return found != null && change.test(found) ? found : null;
                }))
        .thenApply(changed -> null);
  }

  private <T> MemoryRequest<T> administration(String topic, Supplier<@Nullable T> attempt) {
    return new MemoryRequest<>(
        new Lane(this, Kind.ADMINISTRATION, topic, 0), 0, attempt, RequestFailedException::new);
  }

  @Override
  public ReplicatedLog open(String topic, int partition) {
    return new MemoryLog(this, topic, partition);
  }

  @Override
  public LogConsumer consumer(String topic) {
    return new PollingConsumer(this, topic);
  }

  @Override
  public void close() {
    closed.set(true);
    cluster.cancel(this, closedMessage());
  }
}
