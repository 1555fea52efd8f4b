package io.rvi.raft.client;

import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Names;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.PollingConsumer;
import io.rvi.spi.SettingException;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A client of one cluster. */
public final class RaftLogClient implements LogClient {
  private final ClientSpec spec;
  private final ClientLimits limits;
  private final PendingBudget budget;
  private final Links links;
  private final Clock clock;
  private final GroupCalls calls;
  private final Topics topics;
  private final PartitionMoves moves;
  private final Map<Place, Partition> partitions = new ConcurrentHashMap<>();

  private record Place(String topic, int partition) {}

  private RaftLogClient(ClientSpec spec) {
    this.spec = spec;
    this.limits = ClientLimits.of(spec.settings());
    this.budget = new PendingBudget(spec.settings().get(CommonSettings.PENDING_BYTES));
    this.links = new Links(spec);
    this.clock = new Clock(spec.clientId());
    this.calls = new GroupCalls(links, clock, limits);
    List<NodeId> nodes = spec.nodes().keySet().stream().sorted().toList();
    this.topics = new Topics(spec.cluster(), nodes, links, clock, calls);
    this.moves = new PartitionMoves(nodes, topics, links, clock);
  }

  /**
   * Creates a client; dials nobody yet.
   *
   * @param spec whom it talks to
   * @throws StartException when its settings contradict each other
   */
  public static RaftLogClient connect(ClientSpec spec) throws StartException {
    try {
      return new RaftLogClient(spec);
    } catch (SettingException e) {
      throw new StartException(
          StartException.Kind.CONFIGURATION, String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
    long deadline = calls.deadline();
    return calls.bounded(
        "creation of topic " + name,
        deadline,
        () -> topics.create(new CreateTopic(name, partitions, replicas), deadline));
  }

  @Override
  public CompletableFuture<TopicDescription> describe(String topic) {
    long deadline = calls.deadline();
    Describer describer = new Describer(Names.catalog(spec.cluster()), links, clock);
    return calls.bounded(
        "description of topic " + topic,
        deadline,
        () ->
            topics
                .current(topic, deadline)
                .thenCompose(
                    found ->
                        describer.describe(
                            found,
                            number -> Names.partition(spec.cluster(), topic, number),
                            deadline)));
  }

  @Override
  public CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
    long deadline = calls.deadline();
    List<NodeId> wanted = List.copyOf(replicas);
    return calls.bounded(
        "reassignment of " + topic + "/" + partition,
        deadline,
        () -> moves.reassign(topic, partition, wanted, deadline));
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
    long deadline = calls.deadline();
    return calls.bounded(
        "hand-over of " + topic + "/" + partition + " to " + leader,
        deadline,
        () -> moves.transferLeadership(topic, partition, leader, deadline));
  }

  @Override
  public ReplicatedLog open(String topic, int partition) {
    return partition(topic, partition);
  }

  @Override
  public LogConsumer consumer(String topic) {
    return new PollingConsumer(this, topic);
  }

  @Override
  public void close() {
    partitions.values().forEach(Partition::close);
    calls.close();
    clock.close();
    links.close();
  }

  private Partition partition(String topic, int number) {
    return partitions.computeIfAbsent(
        new Place(topic, number),
        place -> {
          PartitionAppender appender =
              new PartitionAppender(
                  topic + "/" + number,
                  () -> topics.leaders(topic, number, calls.deadline()),
                  limits,
                  budget,
                  links,
                  clock);
          return new Partition(topic, number, appender, topics, calls);
        });
  }
}
