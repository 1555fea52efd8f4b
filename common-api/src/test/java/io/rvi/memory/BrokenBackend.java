package io.rvi.memory;

import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.ParityItem;
import io.rvi.spi.PollingConsumer;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The in-memory backend with one flaw, to show that a suite, a checker or a harness notices it. */
public final class BrokenBackend implements LogBackend {
  private static final int TAIL = 3;

  private final MemoryBackend sound = new MemoryBackend();
  private final Flaw flaw;
  private final List<MemoryNode> started = new CopyOnWriteArrayList<>();

  /**
   * A backend with a flaw.
   *
   * @param flaw which
   */
  public BrokenBackend(Flaw flaw) {
    this.flaw = flaw;
  }

  @Override
  public String name() {
    return sound.name();
  }

  @Override
  public Set<Capability> capabilities() {
    return sound.capabilities();
  }

  @Override
  public List<Setting<?>> settings() {
    return sound.settings();
  }

  @Override
  public Map<ParityItem, String> effective(Settings settings) {
    return sound.effective(settings);
  }

  @Override
  public Set<Service> services() {
    return sound.services();
  }

  @Override
  public OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
    return sound.readOffline(dataDir, topic, partition);
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    if (flaw == Flaw.COMES_BACK_EMPTY) {
      try {
        Files.deleteIfExists(spec.dataDir().resolve("memory-disk"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    MemoryNode node = (MemoryNode) sound.startNode(spec);
    started.add(node);
    return flaw == Flaw.LOSES_THE_TAIL_IN_A_CRASH ? new TailLosingNode(node) : node;
  }

  @Override
  public LogClient connect(ClientSpec spec) {
    return new BrokenClient(sound.connect(spec), spec.clientId());
  }

  private final class TailLosingNode implements LogNode {
    private final MemoryNode node;

    TailLosingNode(MemoryNode node) {
      this.node = node;
    }

    @Override
    public NodeId id() {
      return node.id();
    }

    @Override
    public NodeStatus status() {
      return node.status();
    }

    @Override
    public void close() {
      node.close();
    }

    @Override
    public void halt() {
      synchronized (node.cluster()) {
        started.stream()
            .filter(other -> other.cluster().equals(node.cluster()))
            .map(MemoryNode::disk)
            .distinct()
            .flatMap(disk -> disk.logs().stream())
            .forEach(log -> log.subList(Math.max(0, log.size() - TAIL), log.size()).clear());
      }
      node.halt();
    }
  }

  private final class BrokenClient implements LogClient {
    private final LogClient client;
    private final String id;

    BrokenClient(LogClient client, String id) {
      this.client = client;
      this.id = id;
    }

    @Override
    public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
      return client.createTopic(name, partitions, replicas);
    }

    @Override
    public CompletableFuture<TopicDescription> describe(String topic) {
      return client.describe(topic);
    }

    @Override
    public CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
      return client.reassign(topic, partition, replicas);
    }

    @Override
    public CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
      return client.transferLeadership(topic, partition, leader);
    }

    @Override
    public ReplicatedLog open(String topic, int partition) {
      return new BrokenLog(client.open(topic, partition), flaw, id);
    }

    @Override
    public LogConsumer consumer(String topic) {
      return new PollingConsumer(this, topic);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
