package io.rvi.isr.client;

import io.netty.channel.EventLoop;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.isr.wire.Transport;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.PollingConsumer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A client of an ISR cluster. One event loop, on one thread, does all its work and completes all
 * its futures: what a caller attaches to a future must not block.
 */
public final class IsrLogClient implements LogClient {
  private final ClientSettings settings;
  private final Transport transport;
  private final EventLoop loop;
  private final Nodes nodes;
  private final TopicRequests topicRequests;
  private final long producerId;
  private final AtomicLong pendingBytes = new AtomicLong();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Map<String, IsrLog> logs = new ConcurrentHashMap<>();

  private final Map<String, TopicView> topics = new ConcurrentHashMap<>();

  /** Those that are not over; used on the event loop alone. */
  private final Set<Operation<?>> operations = new HashSet<>();

  private final Set<Appender> appenders = ConcurrentHashMap.newKeySet();

  private IsrLogClient(ClientSpec spec, long producerId) {
    this.settings = ClientSettings.of(spec);
    this.transport = Transport.start("isr-client-" + spec.clientId(), 1, settings.frameBytesMax());
    this.loop = transport.eventLoop();
    this.nodes = new Nodes(spec, settings, transport, loop);
    this.topicRequests = new TopicRequests(this, nodes);
    this.producerId = producerId;
  }

  /**
   * Creates a client; an unreachable cluster shows in the first operation.
   *
   * @param spec whom it talks to
   * @param producerId identifies its appends for ever: random, 0 or more
   */
  public static IsrLogClient connect(ClientSpec spec, long producerId) {
    return new IsrLogClient(spec, producerId);
  }

  ClientSettings settings() {
    return settings;
  }

  /** What one read brings at most, whatever was asked. */
  int readBytesMax() {
    return Math.max(settings.recordBytesMax(), settings.batchBytes());
  }

  /** Reserves payload bytes for an append that is to be pending. */
  boolean reserve(int bytes) {
    if (pendingBytes.addAndGet(bytes) > settings.pendingBytesMax()) {
      pendingBytes.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  void unreserve(int bytes) {
    pendingBytes.addAndGet(-bytes);
  }

  /** Hands an append to the event loop; false when the client is closed and nobody will end it. */
  boolean hand(Appender appender, PendingAppend append) {
    if (closing.get()) {
      return false;
    }
    try {
      appender.append(append);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Runs an operation on the event loop. */
  <T> CompletableFuture<T> operate(String what, Consumer<Operation<T>> attempt) {
    Operation<T> operation =
        new Operation<>(
            what,
            loop,
            System.nanoTime() + settings.endNanos(),
            attempt,
            over -> operations.remove(over));
    try {
      loop.execute(() -> begin(operation));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(closed());
    }
    return operation.outcome();
  }

  private void begin(Operation<?> operation) {
    if (closing.get()) {
      operation.fail(ErrorCode.CLOSED, closedMessage());
      return;
    }
    operations.add(operation);
    operation.start();
  }

  private String closedMessage() {
    return "client " + settings.clientId() + " is closed";
  }

  private RequestFailedException closed() {
    return new RequestFailedException(ErrorCode.CLOSED, closedMessage());
  }

  /** What is known of a topic; used on the event loop, but found by any thread. */
  TopicView topic(String name) {
    return topics.computeIfAbsent(
        name, topic -> new TopicView(topic, nodes, settings.detectionNanos()));
  }

  @Override
  public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
    return topicRequests.create(name, partitions, replicas);
  }

  @Override
  public CompletableFuture<TopicDescription> describe(String topic) {
    return topicRequests.describe(topic);
  }

  @Override
  public CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
    return topicRequests.reassign(topic, partition, replicas);
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
    return topicRequests.transferLeadership(topic, partition, leader);
  }

  @Override
  public ReplicatedLog open(String topic, int partition) {
    return logs.computeIfAbsent(topic + "/" + partition, key -> newLog(topic, partition));
  }

  private IsrLog newLog(String topic, int partition) {
    TopicView view = topic(topic);
    Appender appender = new Appender(partition, view, settings, loop, pendingBytes, producerId);
    appenders.add(appender);
    return new IsrLog(this, topic, partition, appender, new PartitionReader(this, view, partition));
  }

  @Override
  public LogConsumer consumer(String topic) {
    return new PollingConsumer(this, topic);
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    loop.execute(this::endEverything);
    transport.close();
  }

  private void endEverything() {
    appenders.forEach(Appender::close);
    for (Operation<?> operation : List.copyOf(operations)) {
      operation.fail(ErrorCode.CLOSED, closedMessage());
    }
    nodes.close(closedMessage());
  }
}
