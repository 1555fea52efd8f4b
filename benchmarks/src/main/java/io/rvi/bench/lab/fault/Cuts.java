package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.Connections;
import io.rvi.bench.lab.Party;
import io.rvi.bench.lab.link.CutStyle;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Cut links: proved by no byte passing them since, healed by delivering what was held back. */
final class Cuts implements Injected {
  private final String what;
  private final Connections links;
  private final Map<OneWay, Long> passedAtCut = new LinkedHashMap<>();

  private Cuts(String what, Connections links) {
    this.what = what;
    this.links = links;
  }

  /**
   * Cuts.
   *
   * @param what what this is called
   * @param links the cluster's links
   * @param ways what to cut; those that no link carries are left out
   * @param style how; a reset cuts both ways
   */
  static Cuts of(String what, Connections links, Set<OneWay> ways, CutStyle style) {
    Cuts cuts = new Cuts(what, links);
    Set<OneWay> joined = new LinkedHashSet<>(ways);
    joined.removeIf(way -> !links.joined(way.from(), way.to()));
    for (OneWay way : joined) {
      if (style == CutStyle.SILENCE) {
        links.cutOneWay(way.from(), way.to());
      } else {
        links.cut(way.from(), way.to(), style);
      }
    }
    for (OneWay way : joined) {
      cuts.passedAtCut.put(way, links.traffic(way.from(), way.to()).passedBytes());
    }
    return cuts;
  }

  @Override
  public String what() {
    return what;
  }

  @Override
  public Proof landed() {
    if (passedAtCut.isEmpty()) {
      return new Proof(false, "no link joins the parties that were to be cut");
    }
    if (!links.used()) {
      return new Proof(false, "no link has carried a byte before: they join nobody");
    }
    for (Map.Entry<OneWay, Long> cut : passedAtCut.entrySet()) {
      OneWay way = cut.getKey();
      Connections.Traffic now = links.traffic(way.from(), way.to());
      if (now.open() || now.passedBytes() != cut.getValue()) {
        return new Proof(
            false,
            (now.passedBytes() - cut.getValue()) + " bytes passed from " + way + " after the cut");
      }
    }
    return new Proof(true, "no byte passed since the cut: " + passedAtCut.keySet());
  }

  @Override
  public void heal() {
    passedAtCut.keySet().forEach(way -> links.heal(way.from(), way.to()));
  }

  /**
   * One way between two parties.
   *
   * @param from one
   * @param to the other
   */
  record OneWay(Party from, Party to) {
    @Override
    public String toString() {
      return from + " to " + to;
    }
  }
}
