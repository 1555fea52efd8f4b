package io.rvi.bench.lab;

import io.rvi.bench.lab.link.CutStyle;
import io.rvi.bench.lab.link.Direction;
import io.rvi.bench.lab.link.Link;
import io.rvi.bench.lab.link.LinkShape;
import io.rvi.bench.lab.link.LinkState;
import io.rvi.bench.lab.link.Network;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The links of a cluster wired {@link Wiring#PROXIED}, by who dials whom.
 *
 * <p>Two parties may be joined by two links, one that each dials. What is said here of the bytes
 * <em>from</em> one party <em>to</em> another covers both: the forward direction of the link that
 * the one dials, and the backward direction of the link that the other dials.
 */
public final class Links implements Connections, AutoCloseable {
  private final Network network;
  private final PortPool ports;
  private final Map<Pair, Link> links = new LinkedHashMap<>();

  Links(long seed, PortPool ports) {
    this.network = new Network(seed);
    this.ports = ports;
  }

  /**
   * Where a dialer reaches a target, by a link that is made at the first call.
   *
   * @param dialer who dials
   * @param target whom
   * @param real where the target listens
   */
  synchronized Endpoint route(Party dialer, Party target, Endpoint real) throws StartException {
    Link link = links.get(new Pair(dialer, target));
    if (link == null) {
      link = network.link(dialer + " -> " + target, ports.take(), real);
      links.put(new Pair(dialer, target), link);
    }
    return link.listen();
  }

  /**
   * Refuses or takes dialers of a party, as its process is down or up.
   *
   * @param target whose
   * @param down which
   */
  synchronized void targetDown(Party target, boolean down) {
    links.forEach(
        (pair, link) -> {
          if (pair.target().equals(target)) {
            link.targetDown(down);
          }
        });
  }

  @Override
  public synchronized List<Party> parties() {
    TreeSet<Party> all = new TreeSet<>();
    links
        .keySet()
        .forEach(
            pair -> {
              all.add(pair.dialer());
              all.add(pair.target());
            });
    return List.copyOf(all);
  }

  /**
   * The link by which one party dials another.
   *
   * @param dialer who dials
   * @param target whom
   * @return empty when it never does
   */
  public synchronized Optional<Link> link(Party dialer, Party target) {
    return Optional.ofNullable(links.get(new Pair(dialer, target)));
  }

  @Override
  public synchronized boolean joined(Party a, Party b) {
    return !lanes(a, b).isEmpty();
  }

  @Override
  public synchronized void cutOneWay(Party from, Party to) {
    lanes(from, to).forEach(lane -> lane.link().silence(lane.direction()));
  }

  @Override
  public synchronized void cut(Party a, Party b, CutStyle style) {
    if (style == CutStyle.SILENCE) {
      cutOneWay(a, b);
      cutOneWay(b, a);
    } else {
      lanes(a, b).forEach(lane -> lane.link().refuse());
    }
  }

  @Override
  public synchronized void heal(Party a, Party b) {
    lanes(a, b).forEach(lane -> lane.link().heal());
  }

  /**
   * Changes how bytes are carried from one party to another.
   *
   * @param from one
   * @param to the other
   * @param shape how
   */
  public synchronized void shape(Party from, Party to, LinkShape shape) {
    lanes(from, to).forEach(lane -> lane.link().shape(lane.direction(), shape));
  }

  /** Ends every cut and every shape. */
  public synchronized void healAll() {
    for (Link link : links.values()) {
      for (Direction direction : Direction.values()) {
        link.shape(direction, LinkShape.PLAIN);
      }
      link.heal();
    }
  }

  @Override
  public synchronized Traffic traffic(Party from, Party to) {
    long passed = 0;
    long delayed = 0;
    boolean open = false;
    for (LaneOf lane : lanes(from, to)) {
      LinkState state = lane.link().state();
      LinkState.DirectionState direction = state.direction(lane.direction());
      passed += direction.passedBytes();
      delayed += direction.delayedBytes();
      open |= state.accepting() && !direction.silent();
    }
    return new Traffic(open, passed, delayed);
  }

  @Override
  public synchronized boolean used() {
    return links.keySet().stream()
        .anyMatch(pair -> traffic(pair.dialer(), pair.target()).passedBytes() > 0);
  }

  private List<LaneOf> lanes(Party from, Party to) {
    List<LaneOf> lanes = new ArrayList<>();
    Link dialed = links.get(new Pair(from, to));
    if (dialed != null) {
      lanes.add(new LaneOf(dialed, Direction.FORWARD));
    }
    Link answered = links.get(new Pair(to, from));
    if (answered != null) {
      lanes.add(new LaneOf(answered, Direction.BACKWARD));
    }
    return lanes;
  }

  @Override
  public void close() {
    network.close();
  }

  /** Who dials whom. */
  private record Pair(Party dialer, Party target) {}

  /** One direction of a link. */
  private record LaneOf(Link link, Direction direction) {}
}
