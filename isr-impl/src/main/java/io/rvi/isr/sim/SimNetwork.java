package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import java.util.HashMap;
import java.util.Map;

/**
 * The links between nodes, clients and ZooKeeper. A message may be late, lost, doubled or
 * overtaken; a link may be cut in one direction.
 */
final class SimNetwork {
  /** Stands for ZooKeeper as the end of a link. */
  static final NodeId ZOOKEEPER = new NodeId(1_000);

  /** Stands for all clients as the end of a link. */
  static final NodeId CLIENTS = new NodeId(1_001);

  private static final int LATE_PERCENT = 3;

  private final World world;
  private final Map<Link, Long> cutUntilMs = new HashMap<>();
  private final Map<Link, Long> heldUntilMs = new HashMap<>();
  private int lossPercent;
  private int doublePercent;
  private long delayMaxMs = 3;
  private long lateMaxMs = 3;

  private record Link(NodeId from, NodeId to) {}

  SimNetwork(World world) {
    this.world = world;
  }

  /** Sets how bad the network is. */
  void quality(int loss, int doubled, long lateMs) {
    lossPercent = loss;
    doublePercent = doubled;
    lateMaxMs = Math.max(delayMaxMs, lateMs);
  }

  void cut(NodeId from, NodeId to, long forMs) {
    cutUntilMs.put(new Link(from, to), world.nowMs() + forMs);
  }

  boolean isCut(NodeId from, NodeId to) {
    if (cutUntilMs.isEmpty()) {
      return false;
    }
    Long until = cutUntilMs.get(new Link(from, to));
    return until != null && world.nowMs() < until;
  }

  /** What is sent on a link in the next time arrives at its end. */
  void holdUp(NodeId from, NodeId to, long forMs) {
    heldUntilMs.put(new Link(from, to), world.nowMs() + forMs);
  }

  private long heldMs(NodeId from, NodeId to) {
    if (heldUntilMs.isEmpty()) {
      return 0;
    }
    Long until = heldUntilMs.get(new Link(from, to));
    return until == null ? 0 : Math.max(0, until - world.nowMs());
  }

  /** Repairs one link. */
  void heal(NodeId from, NodeId to) {
    cutUntilMs.remove(new Link(from, to));
  }

  /** What is sent on a link from now on is in time again. */
  void letGo(NodeId from, NodeId to) {
    heldUntilMs.remove(new Link(from, to));
  }

  /** Repairs everything. */
  void heal() {
    cutUntilMs.clear();
    heldUntilMs.clear();
    quality(0, 0, delayMaxMs);
  }

  /**
   * Sends a message.
   *
   * @param arrives what happens at the other end, zero, one or two times
   * @param lost what happens if it certainly does not arrive
   */
  void send(NodeId from, NodeId to, Runnable arrives, Runnable lost) {
    SimRandom random = world.random();
    if (isCut(from, to) || random.percent(lossPercent)) {
      world.after(delay(random), lost);
      return;
    }
    world.after(heldMs(from, to) + delay(random), arrives);
    if (random.percent(doublePercent)) {
      world.after(delay(random), arrives);
    }
  }

  private long delay(SimRandom random) {
    return random.percent(LATE_PERCENT)
        ? random.between(0, lateMaxMs)
        : random.between(0, delayMaxMs);
  }
}
