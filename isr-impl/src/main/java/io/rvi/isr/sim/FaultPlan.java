package io.rvi.isr.sim;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What goes wrong in a walk, and when. Each walk has its own selection of kinds and rates, so that
 * some walks concentrate on few kinds. Each fault decides its particulars from a number of its own:
 * to leave one out changes nothing about the others.
 *
 * @param faults what happens, in order of time
 * @param quality how bad network and ZooKeeper are meanwhile
 */
record FaultPlan(List<Planned> faults, Quality quality) {
  private static final long EVERY_MS = 60;

  /** Copies the list. */
  FaultPlan {
    faults = List.copyOf(faults);
  }

  /**
   * A fault to come.
   *
   * @param atMs when
   * @param kind what
   * @param salt decides everything else about it
   */
  record Planned(long atMs, Fault kind, long salt) {
    Planned sooner(long byMs) {
      return new Planned(atMs - byMs, kind, salt);
    }

    @Override
    public String toString() {
      return "at " + atMs + " ms: " + kind + " (" + Long.toHexString(salt) + ")";
    }
  }

  /**
   * What happens to messages all the time.
   *
   * @param lossPercent messages lost
   * @param doublePercent messages that arrive twice
   * @param lateMaxMs how late the late ones are
   * @param lostAnswerPercent writes to ZooKeeper whose request or answer is lost
   * @param stalePercent reads of ZooKeeper that are behind
   */
  record Quality(
      int lossPercent, int doublePercent, int lateMaxMs, int lostAnswerPercent, int stalePercent) {
    static final Quality GOOD = new Quality(0, 0, 0, 0, 0);

    Quality withGoodNetwork() {
      return new Quality(0, 0, 0, lostAnswerPercent, stalePercent);
    }

    Quality withGoodZooKeeper() {
      return new Quality(lossPercent, doublePercent, lateMaxMs, 0, 0);
    }
  }

  /** Draws the faults of a walk from the kinds that are allowed. */
  static FaultPlan draw(SimRandom random, Set<Fault> allowed, long untilMs) {
    Set<Fault> chosen = EnumSet.noneOf(Fault.class);
    for (Fault fault : Fault.values()) {
      if (allowed.contains(fault) && random.percent(50)) {
        chosen.add(fault);
      }
    }
    List<Fault> events =
        List.of(Fault.values()).stream()
            .filter(fault -> fault.isEvent() && allowed.contains(fault))
            .filter(fault -> chosen.isEmpty() || chosen.contains(fault))
            .toList();
    List<Planned> faults = new ArrayList<>();
    long atMs = random.between(1, 2 * EVERY_MS);
    while (!events.isEmpty() && atMs < untilMs) {
      faults.add(new Planned(atMs, events.get(random.below(events.size())), random.next()));
      atMs += random.between(1, 2 * EVERY_MS);
    }
    return new FaultPlan(faults, drawQuality(random, allowed));
  }

  private static Quality drawQuality(SimRandom random, Set<Fault> allowed) {
    boolean bad = allowed.contains(Fault.MESSAGES) && random.percent(70);
    boolean uncertain = allowed.contains(Fault.ZOOKEEPER) && random.percent(70);
    return new Quality(
        bad ? random.below(12) : 0,
        bad ? random.below(8) : 0,
        bad && random.percent(50) ? 60 : 10,
        uncertain ? random.below(25) : 0,
        uncertain ? random.below(50) : 0);
  }
}
