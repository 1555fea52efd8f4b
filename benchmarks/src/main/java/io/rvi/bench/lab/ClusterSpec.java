package io.rvi.bench.lab;

import java.util.Map;

/**
 * A cluster to start.
 *
 * @param backend the backend's name, such as {@code isr}
 * @param nodes how many nodes, 1 to {@value #NODES_MAX}
 * @param topology where they run
 * @param settings the backend's settings that are not left at their default, text by key; they
 *     reach nodes and clients alike
 * @param services the outside services
 * @param jvm how node JVMs are started
 * @param wiring how the parts reach each other
 * @param volumes what data directories lie on
 */
public record ClusterSpec(
    String backend,
    int nodes,
    Topology topology,
    Map<String, String> settings,
    ServiceSpec services,
    JvmSpec jvm,
    Wiring wiring,
    Volumes volumes) {
  /** More nodes than this on one host measure the host, not the protocol. */
  public static final int NODES_MAX = 9;

  /** Copies the map and checks the number of nodes. */
  public ClusterSpec {
    settings = Map.copyOf(settings);
    if (nodes < 1 || nodes > NODES_MAX) {
      throw new IllegalArgumentException(
          "a cluster has 1 to " + NODES_MAX + " nodes, not " + nodes);
    }
  }

  /**
   * A cluster with everything else at its default: directly wired, on plain directories, one
   * ZooKeeper server where the backend needs it.
   *
   * @param backend the backend's name
   * @param nodes how many nodes
   * @param topology where they run
   */
  public static ClusterSpec of(String backend, int nodes, Topology topology) {
    return new ClusterSpec(
        backend,
        nodes,
        topology,
        Map.of(),
        ServiceSpec.DEFAULT,
        JvmSpec.DEFAULT,
        Wiring.DIRECT,
        Volumes.DIRECTORIES);
  }

  /**
   * This with other settings in place of all its own.
   *
   * @param given text by key
   */
  public ClusterSpec withSettings(Map<String, String> given) {
    return new ClusterSpec(backend, nodes, topology, given, services, jvm, wiring, volumes);
  }

  /**
   * This with other services.
   *
   * @param changed the services
   */
  public ClusterSpec withServices(ServiceSpec changed) {
    return new ClusterSpec(backend, nodes, topology, settings, changed, jvm, wiring, volumes);
  }

  /**
   * This with other JVMs.
   *
   * @param changed how they are started
   */
  public ClusterSpec withJvm(JvmSpec changed) {
    return new ClusterSpec(backend, nodes, topology, settings, services, changed, wiring, volumes);
  }

  /** This with JVMs for nodes that are killed and started all the time. */
  public ClusterSpec startingOften() {
    return withJvm(jvm.startingOften());
  }

  /**
   * This wired otherwise.
   *
   * @param changed the wiring
   */
  public ClusterSpec withWiring(Wiring changed) {
    return new ClusterSpec(backend, nodes, topology, settings, services, jvm, changed, volumes);
  }

  /**
   * This on other volumes.
   *
   * @param changed the volumes
   */
  public ClusterSpec withVolumes(Volumes changed) {
    return new ClusterSpec(backend, nodes, topology, settings, services, jvm, wiring, changed);
  }
}
