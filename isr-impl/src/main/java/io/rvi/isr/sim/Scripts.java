package io.rvi.isr.sim;

import io.rvi.isr.protocol.VersionedState;

/** The scripts of the {@link Schedules}: what happens, step by step, whatever the rules. */
final class Scripts {
  private Scripts() {}

  private static Stage acknowledgedButNotYetKnown(Stage stage) {
    return stage
        .begins("B", 1, "A", "B")
        .fetch("A")
        .append("B", "m1")
        .answer("A")
        .fetch("A")
        .wait("B")
        .answer("A")
        .fetch("A")
        .append("B", "m2")
        .answer("A")
        .wait("A")
        .fetch("A")
        .wait("B")
        .lose("A");
  }

  static void highWatermarkTrails(Stage stage) {
    acknowledgedButNotYetKnown(stage).kill("A").start("A").kill("B").controllerSees("A").wait("A");
  }

  static void highWatermarkTrailsAtNewEpoch(Stage stage) {
    acknowledgedButNotYetKnown(stage)
        .moves("B", "A", "B")
        .tell("A")
        .kill("B")
        .controllerSees("A")
        .wait("A");
  }

  static void divergenceBelowHighWatermark(Stage stage) {
    stage
        .begins("B", 1, "A", "B")
        .fetch("A")
        .append("B", "m1")
        .append("B", "m2")
        .replicate("A")
        .wait("B")
        .replicate("A")
        .wait("A")
        .kill("A")
        .losePower("B", 1)
        .start("B")
        .controllerSees("B")
        .append("B", "m3")
        .start("A")
        .controllerSees("A", "B")
        .replicate("A")
        .append("B", "m4")
        .replicate("A");
  }

  static void keptTail(Stage stage) {
    stage
        .begins("A", 1, "A", "B", "C")
        .fetch("B")
        .fetch("C")
        .append("A", "committed")
        .replicate("B", "C")
        .append("A", "tail")
        .replicate("C")
        .moves("B", "A", "B", "C")
        .tell("B", "A", "C")
        .append("B", "other")
        .replicate("A", "C")
        .append("B", "more")
        .replicate("A", "C");
  }

  static void fastFailovers(Stage stage) {
    stage
        .holds("A", "o0@2", "c@4", "o2@4", "o3@4", "o4@6", "o5@6")
        .holds("B", "o0@2", "b@3", "d@5")
        .begins("A", 7, "A")
        .replicate("B")
        .append("A", "next")
        .replicate("B");
  }

  static void zombieFollower(Stage stage) {
    stage
        .holds("A", "r0@0", "r1@0", "r2@0")
        .holds("B", "r0@0", "r1@0", "r2@0")
        .holds("C", "r0@0", "r1@0")
        .begins("A", 0, 2, "A", "B", "C")
        // B hears nothing of what follows; its fetches still reach A.
        .moves("C", "A", "C")
        .tell("C", "A")
        .replicate("A")
        .append("C", "n2")
        .append("C", "n3")
        .replicate("A")
        .moves("A", "A", "C")
        .tell("A", "C")
        .replicate("B");
  }

  static void joinAgainstTrailingHighWatermark(Stage stage) {
    stage
        .holds("A", "r0@0", "r1@0")
        .holds("B", "r0@0", "r1@0")
        .holds("C", "r0@0")
        .begins("A", 1, 1, "A", "B")
        .fetch("B")
        .wait("A")
        .lose("B")
        .moves("B", "A", "B")
        .tell("B", "A", "C")
        .replicate("C")
        .wait("B")
        .kill("A")
        .kill("B")
        .controllerSees("C");
  }

  static void divergingFetch(Stage stage) {
    stage
        .holds("A", "o0@1", "x@2")
        .holds("B", "o0@1", "y@3")
        .begins("B", 4, 1, "A", "B")
        .fetch("A")
        .answer("A")
        .kill("B")
        .controllerSees("A");
  }

  static void expandPending(Stage stage, ProposalFate fate) {
    stage
        .holds("A", "r0@0")
        .holds("B", "r0@0")
        .holds("C", "r0@0")
        .begins("A", 1, 1, "A", "B")
        .fetch("B")
        .proposals(fate)
        .fetch("C")
        .append("A", "r5")
        .answer("B")
        .fetch("B")
        .kill("A")
        .kill("B")
        .controllerSees("C");
  }

  static void shrinkPending(Stage stage) {
    VersionedState before =
        stage
            .holds("A", "r0@0")
            .holds("B", "r0@0")
            .holds("C", "r0@0")
            .begins("A", 0, 1, "A", "B", "C")
            .kill("C")
            .proposals(ProposalFate.UNDER_WAY)
            // The new epoch's leader is told that C does not live.
            .moves("A", "A", "B", "C")
            .stored();
    stage
        .tell("A", before)
        .tell("B")
        .fetch("B")
        .append("A", "r5")
        .answer("B")
        .fetch("B")
        .start("C")
        .kill("A")
        .kill("B")
        .controllerSees("C");
  }

  static void wipedMember(Stage stage) {
    stage
        .begins("A", 1, "A", "B")
        .fetch("B")
        .append("A", "r1")
        .answer("B")
        .fetch("B")
        .wait("A")
        .answer("B")
        .wipe("B")
        .start("B")
        .kill("A")
        .controllerSees("B")
        .append("B", "r2")
        .start("A")
        .controllerSees("A", "B");
  }

  static void oldEpochAgain(Stage stage) {
    VersionedState old = stage.begins("A", 1, "A", "B").append("A", "x").stored();
    long life = stage.actor("A").self().incarnation();
    stage
        .moves("B", "A", "B")
        .tell("B")
        .losePower("A", 0)
        .start("A")
        // What the controller sent to A's earlier life arrives now.
        .tell("A", old, life)
        .append("A", "y");
  }

  static void lastReplicaStanding(Stage stage) {
    stage
        .begins("C", 1, "A", "B", "C")
        .replicate("A", "B")
        .append("C", "r0")
        .replicate("A", "B")
        .kill("A")
        .kill("B")
        .controllerSees("C")
        .moves("C", "C")
        .tell("C")
        .append("C", "r")
        .losePower("C", 1)
        .start("C")
        .controllerSees("C")
        .start("A")
        .start("B")
        .controllerSees("A", "B", "C")
        .replicate("A", "B");
  }
}
