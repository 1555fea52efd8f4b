package io.rvi.bench.experiment;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.memory.MemoryBackend;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log that lies, to show that a lie would be found: of the appends to a topic it acknowledges
 * every {@value #FORGETS_EACH}th without storing it, and stores every {@value #REPEATS_EACH}th
 * twice. Otherwise it is the in-memory backend.
 */
public final class ForgetfulBackend implements LogBackend {
  static final String NAME = "forgetful";
  static final int FORGETS_EACH = 50;
  static final int REPEATS_EACH = 70;

  private final MemoryBackend memory = new MemoryBackend();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return memory.capabilities();
  }

  @Override
  public List<Setting<?>> settings() {
    return memory.settings();
  }

  @Override
  public Set<Service> services() {
    return memory.services();
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    return memory.startNode(spec);
  }

  @Override
  public LogClient connect(ClientSpec spec) {
    return new ForgetfulClient(memory.connect(spec));
  }

  private record ForgetfulClient(LogClient honest) implements LogClient {
    @Override
    public CompletableFuture<Void> createTopic(String name, int partitions, int replicas) {
      return honest.createTopic(name, partitions, replicas);
    }

    @Override
    public CompletableFuture<TopicDescription> describe(String topic) {
      return honest.describe(topic);
    }

    @Override
    public ReplicatedLog open(String topic, int partition) {
      return new ForgetfulLog(honest.open(topic, partition), new AtomicLong());
    }

    @Override
    public LogConsumer consumer(String topic) {
      return honest.consumer(topic);
    }

    @Override
    public void close() {
      honest.close();
    }
  }

  private record ForgetfulLog(ReplicatedLog honest, AtomicLong appends) implements ReplicatedLog {
    @Override
    public String topic() {
      return honest.topic();
    }

    @Override
    public int partition() {
      return honest.partition();
    }

    @Override
    public CompletableFuture<Appended> append(byte[] payload) {
      long number = appends.incrementAndGet();
      if (number % FORGETS_EACH == 0) {
        return CompletableFuture.completedFuture(new Appended(number, 0));
      }
      if (number % REPEATS_EACH == 0) {
        var unused = honest.append(payload);
      }
      return honest.append(payload);
    }

    @Override
    public CompletableFuture<Batch> read(long from, int maxBytes, Consistency consistency) {
      return honest.read(from, maxBytes, consistency);
    }

    @Override
    public CompletableFuture<Long> highWatermark(Consistency consistency) {
      return honest.highWatermark(consistency);
    }
  }
}
