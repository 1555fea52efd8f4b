package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.fault.FaultKind;
import io.rvi.bench.lab.fault.FaultSpec;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is wrong with a cluster for a while though no server is down.
 *
 * @param kind what it is
 * @param millis the one-way delay, the length of each pause, or how long the link is cut
 * @param followers how many followers are slow, 1 or more; of a cut link 1
 */
public record SlowLevel(Kind kind, long millis, int followers) {
  /** From the begin of a pause to that of the next. */
  static final long PAUSE_EVERY_NS = 1_000_000_000;

  /** A cut link leaves both of its ends a way to somebody else. */
  private static final int CUT_REPLICAS_MIN = 3;

  /** What is wrong. */
  public enum Kind {
    /** The links between some followers and all other nodes carry bytes later, both ways. */
    DELAY,
    /** The processes of some followers are frozen, shortly and again and again. */
    PAUSES,
    /** The one link between the leader and a follower carries nothing, either way. */
    LINK_CUT
  }

  /** Checks the ranges. */
  public SlowLevel {
    if (millis < 1 || followers < 1) {
      throw new IllegalArgumentException(
          "time and followers are 1 or more, not " + millis + " and " + followers);
    }
    if (kind == Kind.PAUSES && millis * 1_000_000 >= PAUSE_EVERY_NS) {
      throw new IllegalArgumentException(
          "a pause ends before the next begins, after a second, not after " + millis + " ms");
    }
  }

  /** Such as {@code delay-5ms}, {@code delay-5ms-x2} for two followers, or {@code link-cut}. */
  public String label() {
    String name =
        switch (kind) {
          case DELAY -> "delay-" + millis + "ms";
          case PAUSES -> "pauses-" + millis + "ms";
          case LINK_CUT -> "link-cut";
        };
    return followers > 1 ? name + "-x" + followers : name;
  }

  /** Milliseconds that a round trip between a slow follower and another node gets longer by. */
  long addedRoundTripMs() {
    return kind == Kind.DELAY ? 2 * millis : 0;
  }

  /** Whether it can happen to a cell's cluster. */
  boolean appliesTo(Cell cell) {
    return cell.replicas() > followers
        && (kind != Kind.PAUSES || cell.topology() == Topology.PROCESSES)
        && (kind != Kind.LINK_CUT || cell.replicas() >= CUT_REPLICAS_MIN);
  }

  /**
   * Lets a level begin that lasts until it is healed, which pauses are not.
   *
   * @param scene where; its chance picks the followers
   * @throws LabException when it cannot be done now
   */
  Injected inject(Scene scene) {
    String aim = followers == 1 ? "follower" : "follower(" + followers + ")";
    FaultSpec spec =
        switch (kind) {
          case DELAY -> new FaultSpec("slow-link", Map.of("aim", aim, "delay", millis + "ms"));
          case LINK_CUT -> new FaultSpec("cut", Map.of("aim", "leader", "to", aim));
          case PAUSES -> throw new IllegalStateException("pauses are several faults, not one");
        };
    return FaultKind.fault(spec).inject(scene);
  }

  /**
   * Followers to freeze.
   *
   * @param scene where; its chance picks them
   * @throws LabException when there is no leader, or there are not so many
   */
  List<NodeId> pickFollowers(Scene scene) {
    NodeId leader =
        scene
            .cluster()
            .leader(scene.topic(), scene.partition())
            .orElseThrow(() -> new LabException("no leader"));
    List<NodeId> picked = new ArrayList<>(scene.running());
    picked.remove(leader);
    if (picked.size() < followers) {
      throw new LabException("not so many followers: " + picked);
    }
    while (picked.size() > followers) {
      picked.remove(scene.random().nextInt(picked.size()));
    }
    return picked;
  }
}
