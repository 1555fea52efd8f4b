package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.isr.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node that does nothing but take part, and remembers what it was told. */
final class Participant implements CoordinationListener, AutoCloseable {
  static final Duration SESSION = Duration.ofSeconds(1);

  final NodeId node;
  final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  final Coordination coordination;
  final List<Long> incarnations = new CopyOnWriteArrayList<>();
  final List<Long> won = new CopyOnWriteArrayList<>();
  final List<Long> resigned = new CopyOnWriteArrayList<>();
  final List<String> session = new CopyOnWriteArrayList<>();
  final List<String> refusals = new CopyOnWriteArrayList<>();
  final Map<TopicPartition, VersionedState> states = new ConcurrentHashMap<>();
  final Map<String, TopicAssignment> topics = new ConcurrentHashMap<>();
  volatile List<LiveNode> live = List.of();
  private boolean ended;

  Participant(String connectString, int node, UUID storageId, @Nullable UUID clusterId) {
    this(connectString, node, storageId, clusterId, SESSION);
  }

  Participant(
      String connectString,
      int node,
      UUID storageId,
      @Nullable UUID clusterId,
      Duration sessionTimeout) {
    this.node = new NodeId(node);
    this.coordination =
        new Coordination(
            new CoordinationSpec(
                connectString,
                "test",
                clusterId,
                this.node,
                storageId,
                true,
                sessionTimeout,
                Duration.ofSeconds(4)),
            loop,
            this);
  }

  /** A node on fresh storage, started. */
  static Participant started(String connectString, int node) {
    Participant participant = new Participant(connectString, node, UUID.randomUUID(), null);
    participant.start();
    return participant;
  }

  UUID start() {
    return coordination.start().orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** Writes again, with the same expected version, until the outcome is known. */
  WriteOutcome write(Consumer<Consumer<WriteOutcome>> write) {
    AtomicReference<WriteOutcome> last = new AtomicReference<>(new WriteOutcome.Unknown());
    Eventually.until(
        () -> "a known outcome",
        () -> {
          last.set(begin(write).orTimeout(20, TimeUnit.SECONDS).join());
          return !(last.get() instanceof WriteOutcome.Unknown);
        });
    return Objects.requireNonNull(last.get());
  }

  CompletableFuture<WriteOutcome> begin(Consumer<Consumer<WriteOutcome>> write) {
    CompletableFuture<WriteOutcome> outcome = new CompletableFuture<>();
    loop.execute(() -> write.accept(outcome::complete));
    return outcome;
  }

  WriteOutcome createTopic(long epoch, TopicAssignment topic, PartitionState state) {
    return write(out -> coordination.createTopic(epoch, topic, List.of(state), out));
  }

  void awaitState(TopicPartition partition, int version) {
    Eventually.until(
        () -> node + " sees version " + version + " of " + states,
        () -> {
          VersionedState seen = states.get(partition);
          return seen != null && seen.version() == version;
        });
  }

  void abandon() {
    ended = true;
    coordination.abandon();
    loop.shutdownNow();
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      coordination.close();
      loop.shutdownNow();
    }
  }

  List<NodeId> liveNodes() {
    List<NodeId> nodes = new ArrayList<>();
    live.forEach(registered -> nodes.add(registered.member().node()));
    return nodes;
  }

  @Override
  public void registered(long incarnation) {
    incarnations.add(incarnation);
  }

  @Override
  public void suspended() {
    session.add("suspended");
  }

  @Override
  public void resumed() {
    session.add("resumed");
  }

  @Override
  public void lost() {
    session.add("lost");
  }

  @Override
  public void liveNodes(List<LiveNode> nodes) {
    live = nodes;
  }

  @Override
  public void controller(@Nullable NodeId newController) {}

  @Override
  public void topic(TopicAssignment topic) {
    topics.put(topic.topic(), topic);
  }

  @Override
  public void partition(TopicPartition partition, VersionedState state) {
    states.put(partition, state);
  }

  @Override
  public void synced() {}

  @Override
  public void won(long controllerEpoch) {
    won.add(controllerEpoch);
  }

  @Override
  public void resigned(long controllerEpoch) {
    resigned.add(controllerEpoch);
  }

  @Override
  public void refused(String message) {
    refusals.add(message);
  }
}
