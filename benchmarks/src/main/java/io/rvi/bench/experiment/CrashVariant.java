package io.rvi.bench.experiment;

/** How replicas are killed in a crash trial; repetitions go through these in turn. */
public enum CrashVariant {
  /** One after the other, whoever leads first. */
  IN_TURN_LEADER_FIRST,
  /** One after the other, followers while there are any. */
  IN_TURN_FOLLOWERS_FIRST,
  /** Several at once, the leader among them. */
  AT_ONCE_WITH_LEADER,
  /** Several followers at once. */
  AT_ONCE_WITHOUT_LEADER;

  /**
   * The variant of a repetition.
   *
   * @param fork from 0
   * @param replicas where there is only one, it is killed in turn
   */
  static CrashVariant of(int fork, int replicas) {
    return replicas == 1 ? IN_TURN_LEADER_FIRST : values()[fork % values().length];
  }

  /** Whether several are killed at once. */
  boolean atOnce() {
    return this == AT_ONCE_WITH_LEADER || this == AT_ONCE_WITHOUT_LEADER;
  }
}
