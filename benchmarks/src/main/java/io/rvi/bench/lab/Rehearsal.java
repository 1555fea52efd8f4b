package io.rvi.bench.lab;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.spi.LogBackend;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a server may do in its life, done once: a cluster of each backend is started in this JVM,
 * appended to, read, and loses its leader. The classes that this loads are the ones that servers
 * load.
 */
final class Rehearsal {
  private static final String TOPIC = "rehearsal";
  private static final int NODES = 3;
  private static final int APPENDS = 50;
  private static final int READ_BYTES = 1 << 16;

  private Rehearsal() {}

  /**
   * Runs it.
   *
   * @param arguments the base directory of its lab
   */
  public static void main(String[] arguments) {
    Thread parent = new Thread(Rehearsal::endWithParent, "parent");
    parent.setDaemon(true);
    parent.start();
    int exit = ServerProcess.EXIT_FINE;
    try (Lab lab = Lab.open(Path.of(arguments[0]))) {
      for (LogBackend backend : Lab.backends()) {
        rehearse(lab, backend.name());
      }
    } catch (StartException | RuntimeException e) {
      e.printStackTrace();
      exit = ServerProcess.EXIT_INTERNAL;
    }
    // Also when a library's thread would keep the JVM alive.
    System.exit(exit);
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is sent.
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    Runtime.getRuntime().halt(ServerProcess.EXIT_INTERNAL);
  }

  private static void rehearse(Lab lab, String backend) throws StartException {
    try (Cluster cluster = lab.start(ClusterSpec.of(backend, NODES, Topology.EMBEDDED));
        LogClient client = cluster.connect("rehearsal", Map.of())) {
      client.createTopic(TOPIC, 1, NODES).join();
      ReplicatedLog log = client.open(TOPIC, 0);
      append(log);
      NodeId leader = cluster.leader(TOPIC, 0).orElse(cluster.nodes().get(0));
      cluster.kill(leader);
      append(log);
      cluster.start(leader);
      append(log);
      log.read(0, READ_BYTES, Consistency.LINEARIZABLE).join();
    }
  }

  private static void append(ReplicatedLog log) {
    for (int i = 0; i < APPENDS; i++) {
      log.append(new byte[i]).join();
    }
  }
}
