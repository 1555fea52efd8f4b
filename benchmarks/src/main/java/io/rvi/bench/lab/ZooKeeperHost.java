package io.rvi.bench.lab;

import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** A ZooKeeper server, alone or of an ensemble, in this JVM. */
final class ZooKeeperHost implements AutoCloseable {
  /** Sessions may be this many ticks long at the most; long pauses are a test's business. */
  private static final int SESSION_TICKS_MAX = 10_000;

  /** What a member may take to join and load its leader's state, whatever the tick. */
  private static final int INIT_LIMIT_MS = 20_000;

  /**
   * How far a member may fall behind before it is dropped; short, as a pause is one of our faults.
   */
  private static final int SYNC_LIMIT_MS = 2_000;

  private final ZooKeeperServerEmbedded server;
  private final Endpoint client;
  private volatile boolean running = true;

  private ZooKeeperHost(ZooKeeperServerEmbedded server, Endpoint client) {
    this.server = server;
    this.client = client;
  }

  /**
   * Starts one and returns when its port is open.
   *
   * @param spec the server; its directory exists
   */
  static ZooKeeperHost start(ZooKeeperSpec spec) throws StartException {
    requireFree(spec.client());
    try {
      Files.createDirectories(spec.dataDir().resolve("data"));
      Files.writeString(spec.dataDir().resolve("data").resolve("myid"), spec.id() + "\n");
      ZooKeeperServerEmbedded server =
          ZooKeeperServerEmbedded.builder()
              .baseDir(spec.dataDir())
              .configuration(properties(spec))
              .exitHandler(ExitHandler.LOG_ONLY)
              .build();
      return started(new ZooKeeperHost(server, spec.client()));
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new StartException(
          StartException.Kind.SERVICE,
          "ZooKeeper server "
              + spec.name()
              + " at "
              + spec.client()
              + " with data in "
              + spec.dataDir()
              + " did not start ("
              + e
              + "); free its ports and directory",
          e);
    }
  }

  private static ZooKeeperHost started(ZooKeeperHost host) throws Exception {
    try {
      host.server.start(Timings.READY_WAIT.toMillis());
      return host;
    } catch (Exception e) {
      host.close();
      throw e;
    }
  }

  /** Asked before ZooKeeper tries, which would only say so in its log. */
  private static void requireFree(Endpoint endpoint) throws StartException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(endpoint.host(), endpoint.port()));
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "port " + endpoint + " for ZooKeeper is in use (" + e.getMessage() + "); choose another",
          e);
    }
  }

  private static Properties properties(ZooKeeperSpec spec) {
    Properties properties = new Properties();
    int tickMs = spec.tickMs();
    properties.setProperty("clientPort", Integer.toString(spec.client().port()));
    properties.setProperty("clientPortAddress", spec.client().host());
    properties.setProperty("tickTime", Integer.toString(tickMs));
    properties.setProperty("minSessionTimeout", Integer.toString(tickMs));
    properties.setProperty("maxSessionTimeout", Integer.toString(tickMs * SESSION_TICKS_MAX));
    properties.setProperty("initLimit", Integer.toString(Math.max(5, INIT_LIMIT_MS / tickMs)));
    properties.setProperty("syncLimit", Integer.toString(Math.max(2, SYNC_LIMIT_MS / tickMs)));
    // On loopback all connections come from one address; ZooKeeper's limit per address is off.
    properties.setProperty("maxClientCnxns", "0");
    properties.setProperty("admin.enableServer", "false");
    for (int i = 0; i < spec.members().size(); i++) {
      ZooKeeperSpec.Member member = spec.members().get(i);
      properties.setProperty(
          "server." + (i + 1),
          member.quorum().host() + ":" + member.quorum().port() + ":" + member.election().port());
    }
    return properties;
  }

  /** Whether it was not stopped yet. */
  boolean isRunning() {
    return running;
  }

  /** Where it serves clients. */
  Endpoint client() {
    return client;
  }

  /** Stops it and frees its port, threads and files. */
  @Override
  public void close() {
    running = false;
    server.close();
  }
}
