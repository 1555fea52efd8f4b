package io.rvi.bench.lab;

import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.TopicDescription;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The clients of a cluster, so that none outlives it. */
final class ClientRoster implements AutoCloseable {
  private final String cluster;
  private final List<LogClient> clients = new ArrayList<>();
  private @Nullable LogClient observer;
  private boolean closed;

  ClientRoster(String cluster) {
    this.cluster = cluster;
  }

  /**
   * Keeps a new client.
   *
   * @param client the client
   * @return the same
   */
  LogClient add(LogClient client) {
    synchronized (this) {
      if (!closed) {
        clients.add(client);
        return client;
      }
    }
    client.close();
    throw new IllegalStateException("cluster " + cluster + " is closed");
  }

  /**
   * The one observer.
   *
   * @param maker makes it at the first call
   */
  synchronized LogClient observer(Maker maker) throws StartException {
    if (closed) {
      throw new IllegalStateException("cluster " + cluster + " is closed");
    }
    if (observer == null) {
      observer = maker.make();
    }
    return observer;
  }

  /**
   * Describes a topic.
   *
   * @param client whom to ask
   * @param topic the topic
   * @return empty when the cluster cannot say
   */
  static Optional<TopicDescription> describe(LogClient client, String topic) {
    try {
      return Optional.of(
          client.describe(topic).get(2 * Timings.OBSERVER_WAIT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LogException) {
        return Optional.empty();
      }
      throw new LabException("describing topic " + topic + " failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new LabException("describing topic " + topic + " did not end by its deadline", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while describing topic " + topic, e);
    }
  }

  @Override
  public void close() {
    List<LogClient> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(clients);
      if (observer != null) {
        open.add(observer);
      }
      clients.clear();
      observer = null;
    }
    Closing closing = new Closing();
    open.forEach(client -> closing.attempt(client::close));
    closing.finish("clients of " + cluster);
  }

  /** Makes the observer. */
  interface Maker {
    LogClient make() throws StartException;
  }
}
