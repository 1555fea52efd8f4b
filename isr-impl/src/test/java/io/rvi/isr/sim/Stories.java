package io.rvi.isr.sim;

import static java.util.Objects.requireNonNull;

import io.rvi.isr.protocol.VersionedState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Schedules beside the named ones, for rules whose loss takes a rare order of events that random
 * walks meet seldom. Under the present rules all of them hold.
 */
final class Stories {
  private static final Map<String, Consumer<Stage>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("late-fetch", Stories::lateFetch);
    ALL.put("earlier-epoch", Stories::earlierEpoch);
    ALL.put("late-fetch-of-another-storage", Stories::lateFetchOfAnotherStorage);
    ALL.put("answer-twice", Stories::answerTwice);
    ALL.put("cut-inside-a-batch", Stories::cutInsideBatch);
    ALL.put("forgotten-epoch", stage -> forgottenEpoch(stage, false));
    ALL.put("forgotten-epoch-of-a-slow-disk", stage -> forgottenEpoch(stage, true));
  }

  private Stories() {}

  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  static Schedules.Outcome tell(String name) {
    return Schedules.play(name, List.of("A", "B", "C"), requireNonNull(ALL.get(name), name));
  }

  /** All have r0; A leads epoch 1 and has x above it, which C does not have. */
  private static Stage withTail(Stage stage) {
    return stage
        .holds("A", "r0@0")
        .holds("B", "r0@0")
        .holds("C", "r0@0")
        .begins("A", 1, 1, "A", "B", "C")
        .append("A", "x");
  }

  /** B fetches beyond x, and the fetch is held up until B has cut x and A leads again. */
  private static void lateFetch(Stage stage) {
    withTail(stage)
        .fetch("B")
        .answer("B")
        .holdUp("B")
        .moves("C", "A", "B", "C")
        .tell("C", "B")
        .replicate("B")
        .moves("A", "A", "B", "C")
        .tell("A")
        .late("B")
        .tell("C")
        .replicate("C");
  }

  /** As above, but B's fetch arrives in time, and A remembers it in its next epoch. */
  private static void earlierEpoch(Stage stage) {
    withTail(stage)
        .replicate("B")
        .moves("C", "A", "B", "C")
        .tell("C", "B")
        .replicate("B")
        .moves("A", "A", "B", "C")
        .tell("A", "C")
        .replicate("C");
  }

  /** C, not in sync, has everything and says so; then it gets an empty disk; A hears both. */
  private static void lateFetchOfAnotherStorage(Stage stage) {
    stage
        .holds("A", "r0@0", "r1@0")
        .holds("B", "r0@0", "r1@0")
        .holds("C", "r0@0", "r1@0")
        .begins("A", 1, 2, "A", "B")
        .replicate("B")
        .holdUp("C")
        .wipe("C")
        .start("C")
        .tell("C")
        .fetch("C")
        .late("C");
  }

  /**
   * B's epoch 3, which A does not have, ends in the middle of a batch that A has of another epoch.
   * Half of it would be a batch that no leader made, under the place of one that a leader did.
   */
  private static void cutInsideBatch(Stage stage) {
    stage
        .holds("A", "o0@1", "x*2@2", "z@4")
        .holds("B", "o0@1", "y@3")
        .begins("B", 5, 1, "A", "B")
        .replicate("A");
  }

  /**
   * B acknowledges z to C, the leader of epoch 2, and forgets that epoch in a crash. Told of epoch
   * 1, whose leader A has never had z and does not know that it is deposed, it must not follow.
   */
  private static void forgottenEpoch(Stage stage, boolean slowDisk) {
    VersionedState old =
        stage
            .holds("A", "r0@0")
            .holds("B", "r0@0", "z@0")
            .holds("C", "r0@0", "z@0")
            .begins("C", 0, 1, "A", "B", "C")
            .moves("A", "A", "B", "C")
            .tell("A")
            .stored();
    stage.moves("C", "B", "C").tell("C");
    if (slowDisk) {
      stage.actor("B").slowDisk();
    }
    stage.tell("B").replicate("B").wait("C").kill("B").start("B").tell("B", old).replicate("B");
  }

  /** A cuts x as its leader's log departs there, gets y instead, and is told to cut once more. */
  private static void answerTwice(Stage stage) {
    stage
        .holds("A", "o0@1", "x@2")
        .holds("B", "o0@1", "y@3")
        .begins("B", 4, 1, "A", "B")
        .fetch("A")
        .answer("A")
        .replicate("A")
        .wait("B")
        .replicate("A")
        .again("A");
  }
}
