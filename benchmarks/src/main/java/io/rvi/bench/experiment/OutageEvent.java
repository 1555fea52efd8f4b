package io.rvi.bench.experiment;

import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.fault.FaultKind;
import io.rvi.bench.lab.fault.FaultSpec;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Scene;
import java.util.Locale;
import java.util.Map;

/** A class of events that may stop writes for a while. */
public enum OutageEvent {
  /** Nothing: the longest gap that there is without an event, with all else the same. */
  NONE(1, Needs.NOTHING),
  /** SIGKILL of the leader. */
  LEADER_KILL(1, Needs.NOTHING),
  /** SIGKILL of a follower, which stalls whoever waits for it. */
  FOLLOWER_KILL(2, Needs.NOTHING),
  /** SIGKILL of the controller, which may be the leader too. */
  CONTROLLER_KILL(1, Needs.ZOOKEEPER),
  /** The leader cut from everybody: servers, ZooKeeper and clients. */
  LEADER_ISOLATED(2, Needs.NOTHING),
  /** The leader cut from all servers and ZooKeeper, while clients still reach it. */
  LEADER_CUT_OFF(2, Needs.NOTHING),
  /** The leader's process frozen (SIGSTOP). */
  LEADER_PAUSED(1, Needs.PROCESSES),
  /** One of three ZooKeeper servers killed. */
  ZOOKEEPER_SERVER_LOST(1, Needs.ZOOKEEPER),
  /** Two of three ZooKeeper servers killed. */
  ZOOKEEPER_QUORUM_LOST(1, Needs.ZOOKEEPER),
  /** The leader stopped in order. */
  LEADER_STOP(1, Needs.NOTHING),
  /** Every node in turn stopped in order, started and waited for. */
  ROLLING_RESTART(2, Needs.NOTHING);

  private enum Needs {
    NOTHING,
    ZOOKEEPER,
    PROCESSES
  }

  private final int replicasMin;
  private final Needs needs;

  OutageEvent(int replicasMin, Needs needs) {
    this.replicasMin = replicasMin;
    this.needs = needs;
  }

  /** Such as {@code leader-kill}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it can happen to a cell's cluster. */
  boolean appliesTo(Cell cell) {
    boolean met =
        switch (needs) {
          case NOTHING -> true;
          case ZOOKEEPER -> CellCluster.usesZooKeeper(cell);
          case PROCESSES -> cell.topology() == Topology.PROCESSES;
        };
    return met && cell.replicas() >= replicasMin;
  }

  /** Whether another replica is to lead after it: then it is watched for a new leader. */
  public boolean takesTheLeader() {
    return switch (this) {
      case LEADER_KILL, LEADER_ISOLATED, LEADER_CUT_OFF, LEADER_PAUSED, LEADER_STOP -> true;
      default -> false;
    };
  }

  /**
   * How many trials of it there are where there are so many of most classes: the control, and what
   * is made for its verdict more than for its time, need fewer.
   *
   * @param trials of most classes
   */
  int trialsOf(int trials) {
    return this == NONE || this == LEADER_CUT_OFF ? (trials + 2) / 3 : trials;
  }

  /** Whether undoing it starts a server. */
  boolean killsAServer() {
    return switch (this) {
      case NONE, LEADER_ISOLATED, LEADER_CUT_OFF, LEADER_PAUSED -> false;
      default -> true;
    };
  }

  /**
   * Lets it happen.
   *
   * @param scene where
   * @throws LabException when it cannot be done now
   */
  Injected inject(Scene scene) {
    return switch (this) {
      case NONE -> fault(scene, "none", Map.of());
      case LEADER_KILL -> fault(scene, "kill", Map.of("aim", "leader"));
      case FOLLOWER_KILL -> fault(scene, "kill", Map.of("aim", "follower"));
      case CONTROLLER_KILL -> fault(scene, "kill", Map.of("aim", "controller"));
      case LEADER_ISOLATED -> fault(scene, "isolate", Map.of("aim", "leader"));
      case LEADER_CUT_OFF -> cutOff(scene);
      case LEADER_PAUSED -> fault(scene, "pause", Map.of("aim", "leader"));
      case ZOOKEEPER_SERVER_LOST -> fault(scene, "zookeeper-loss", Map.of());
      case ZOOKEEPER_QUORUM_LOST -> fault(scene, "zookeeper-quorum-loss", Map.of());
      case LEADER_STOP -> fault(scene, "stop", Map.of("aim", "leader"));
      case ROLLING_RESTART ->
          throw new IllegalStateException("a rolling restart is several stops, not one fault");
    };
  }

  private static Injected fault(Scene scene, String kind, Map<String, String> parameters) {
    return FaultKind.fault(new FaultSpec(kind, parameters)).inject(scene);
  }

  private static Injected cutOff(Scene scene) {
    Cluster cluster = scene.cluster();
    return Harm.cutFromServers(
        cluster,
        cluster
            .leader(scene.topic(), scene.partition())
            .orElseThrow(() -> new LabException("no leader to cut off")));
  }
}
