package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The named schedules: each is a story of few steps by which an earlier design loses an
 * acknowledged record, or lets two logs differ, and by which the present one does not. The scripts
 * know nothing of the rules in force: a step that the protocol refuses does nothing.
 *
 * <p>Notation: A, B and C are replicas; x@e is a record x of epoch e.
 */
public final class Schedules {
  private static final long NEVER_MS = 1_000_000;
  private static final ReplicaConfig.Times TIMES =
      new ReplicaConfig.Times(NEVER_MS, 100, NEVER_MS, 1, 1, 200, 10);

  private static final Legacy PRESENT =
      new Legacy(TruncationStrategy.LEADER_EPOCH, ReplicationRules.CURRENT);

  private static final List<Schedule> ALL =
      List.of(
          new Schedule(
              "S1",
              "a record is acknowledged, and a follower that restarts cuts it off (KIP-101)",
              List.of("B", "A"),
              Legacy.cutting(),
              Scripts::highWatermarkTrails),
          new Schedule(
              "S1b",
              "as S1, when the follower hears of a new epoch",
              List.of("B", "A"),
              Legacy.cutting(),
              Scripts::highWatermarkTrailsAtNewEpoch),
          new Schedule(
              "S2",
              "a leader loses power, and both write at one offset below the high watermark",
              List.of("B", "A"),
              new Legacy(TruncationStrategy.HIGH_WATERMARK, LegacyRules.ANY_STORAGE),
              Scripts::divergenceBelowHighWatermark),
          new Schedule(
              "S2b",
              "leadership moves without a crash, and a follower keeps another tail",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.NO_TRUNCATION),
              Scripts::keptTail),
          new Schedule(
              "S3",
              "after quick changes of leader an answer without an epoch does not say enough",
              List.of("A", "B"),
              Legacy.of(LegacyRules.KIP_101),
              Scripts::fastFailovers),
          new Schedule(
              "S4",
              "a follower of a bygone epoch goes on fetching (KIP-320)",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.NO_EPOCH_FENCE),
              Scripts::zombieFollower),
          new Schedule(
              "S5",
              "a new leader lets a short follower in (KAFKA-7128)",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.JOIN_AT_HIGH_WATERMARK),
              Scripts::joinAgainstTrailingHighWatermark),
          new Schedule(
              "S6",
              "a fetch that diverges is taken for an acknowledgement (KAFKA-13141)",
              List.of("B", "A"),
              Legacy.of(LegacyRules.DIVERGING_FETCH_COUNTS),
              Scripts::divergingFetch),
          new Schedule(
              "S7",
              "a larger in-sync set is stored, its leader has not heard so yet (KIP-497)",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.COMMIT_OVER_STORED),
              stage -> Scripts.expandPending(stage, ProposalFate.APPLIED_UNHEARD)),
          new Schedule(
              "S7b",
              "a larger in-sync set is stored, and the answer is lost",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.UNKNOWN_IS_FAILED),
              stage -> Scripts.expandPending(stage, ProposalFate.APPLIED_LOST)),
          new Schedule(
              "S7c",
              "a smaller in-sync set is proposed, but not stored yet",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.COMMIT_OVER_PROPOSED),
              Scripts::shrinkPending),
          new Schedule(
              "S8a",
              "a member comes back with an empty disk and is elected",
              List.of("B", "A"),
              Legacy.of(LegacyRules.ANY_STORAGE),
              Scripts::wipedMember),
          new Schedule(
              "S8b",
              "a node that lost its tail leads its old epoch again",
              List.of("A", "B"),
              Legacy.of(LegacyRules.ANY_INCARNATION),
              Scripts::oldEpochAgain),
          new Schedule(
              "S9",
              "the last replica standing loses power and is elected (KIP-966)",
              List.of("A", "B", "C"),
              Legacy.of(LegacyRules.ANY_STORAGE),
              Scripts::lastReplicaStanding));

  private Schedules() {}

  /** What the earlier design did otherwise. */
  private record Legacy(TruncationStrategy truncation, ReplicationRules rules) {
    static Legacy cutting() {
      return new Legacy(TruncationStrategy.HIGH_WATERMARK, ReplicationRules.CURRENT);
    }

    static Legacy of(LegacyRules rules) {
      return new Legacy(TruncationStrategy.LEADER_EPOCH, rules);
    }

    ReplicaConfig config() {
      return new ReplicaConfig(1, Flush.NONE, false, truncation, TIMES, 1_000, 5, 10, 100, rules);
    }
  }

  private record Schedule(
      String name, String title, List<String> actors, Legacy legacy, Consumer<Stage> script) {}

  /**
   * How a schedule went.
   *
   * @param name its name
   * @param title what it is about, one line
   * @param legacy whether it ran under the rules of the earlier design
   * @param violation the invariant that was violated and how, or null if all held
   * @param trace what happened, one line each
   */
  public record Outcome(
      String name, String title, boolean legacy, @Nullable String violation, List<String> trace) {}

  private static String inWords(Stage stage, InvariantViolation violation) {
    return stage
        .recordNames()
        .inWords(Objects.requireNonNullElse(violation.getMessage(), violation.invariant()));
  }

  /** The names of all schedules. */
  public static List<String> names() {
    return ALL.stream().map(Schedule::name).toList();
  }

  /**
   * Plays a schedule.
   *
   * @param name one of {@link #names()}, in any case
   * @param legacy under the rules of the earlier design instead of the present ones
   * @throws IllegalArgumentException if there is no such schedule
   */
  public static Outcome run(String name, boolean legacy) {
    Schedule schedule =
        ALL.stream()
            .filter(candidate -> candidate.name.equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no schedule " + name + "; there are " + String.join(", ", names())));
    return play(schedule, legacy);
  }

  /**
   * Plays a script under the present rules.
   *
   * @param name of the script
   * @param actors of it, the preferred leader first
   * @param script what happens
   */
  static Outcome play(String name, List<String> actors, Consumer<Stage> script) {
    return play(new Schedule(name, name, actors, PRESENT, script), false);
  }

  private static Outcome play(Schedule schedule, boolean legacy) {
    Stage stage = new Stage((legacy ? schedule.legacy : PRESENT).config(), schedule.actors);
    String violation = null;
    try {
      schedule.script.accept(stage);
    } catch (InvariantViolation violated) {
      violation = inWords(stage, violated);
    } catch (RuntimeException breach) {
      violation = inWords(stage, InvariantViolation.of(breach));
    }
    return new Outcome(
        schedule.name, schedule.title, legacy, violation, List.copyOf(stage.trace()));
  }
}
