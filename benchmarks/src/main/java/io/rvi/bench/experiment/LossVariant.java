package io.rvi.bench.experiment;

/**
 * How replicas are lost in a trial; repetitions go through these in turn.
 *
 * @see LossTrial
 */
public enum LossVariant {
  /**
   * The acknowledging set dies at once; the leader's disk is lost first. Nobody is brought back.
   */
  AT_ONCE_LEADER_FIRST(true, true, false, false),
  /** One after the other, the leader last. Those that were cut off are tried alone before. */
  IN_TURN_LEADER_LAST(false, false, true, false),
  /**
   * One after the other, the leader first. Who is left when theory's limit is met is brought back.
   */
  IN_TURN_LEADER_FIRST(false, true, false, true),
  /** At once, the leader's disk last. Who is left at theory's limit is brought back. */
  AT_ONCE_LEADER_LAST(true, false, false, true);

  private final boolean atOnce;
  private final boolean leaderFirst;
  private final boolean triesLeftBehind;
  private final boolean revives;

  LossVariant(boolean atOnce, boolean leaderFirst, boolean triesLeftBehind, boolean revives) {
    this.atOnce = atOnce;
    this.leaderFirst = leaderFirst;
    this.triesLeftBehind = triesLeftBehind;
    this.revives = revives;
  }

  /**
   * The variant of a repetition.
   *
   * @param fork from 0
   */
  static LossVariant of(int fork) {
    return values()[fork % values().length];
  }

  /** Whether the acknowledging set dies all at once. */
  boolean atOnce() {
    return atOnce;
  }

  /** Whether the leader is the first to be lost, else the last of the acknowledging set. */
  boolean leaderFirst() {
    return leaderFirst;
  }

  /** Whether the replicas that were cut off are started without the others before any loss. */
  boolean triesLeftBehind() {
    return triesLeftBehind;
  }

  /** Whether the replicas that are left at theory's limit are started. */
  boolean revives() {
    return revives;
  }
}
