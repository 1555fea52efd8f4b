package io.rvi.isr.sim;

import static io.rvi.isr.sim.Mutation.edit;

import java.util.List;

/** The rules that were shown to be needed, each taken away. */
final class Mutations {
  private static final String WALKS = MutantProbe.walks(1, 200);

  private static final String CORE = "protocol/ReplicaCore.java";
  private static final String LEADER = "protocol/LeaderState.java";
  private static final String FOLLOWER = "protocol/FollowerState.java";
  private static final String FOLLOWERS = "protocol/Followers.java";
  private static final String PROGRESS = "protocol/FollowerProgress.java";
  private static final String RULES = "protocol/ReplicationRules.java";
  private static final String IN_SYNC = "protocol/InSyncSet.java";

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "M1",
              "schedule S1",
              "a restart cuts to the checkpointed high watermark",
              edit(
                  CORE,
                  "    checkpointedMs = nowMs;\n    cutToHighWatermarkIfLegacy(out);",
                  "    checkpointedMs = nowMs;\n    log.truncateTo(log.highWatermark(), out);")),
          Mutation.of(
              "M2",
              "schedule S1b",
              "a new follower cuts to its high watermark",
              edit(
                  CORE,
                  "      cutToHighWatermarkIfLegacy(out);\n      follower",
                  "      log.truncateTo(log.highWatermark(), out);\n      follower")),
          Mutation.of(
              "M3",
              WALKS,
              "the leader does not say which epoch it speaks of",
              edit(
                  RULES,
                  "return history.endOf(lastFetchedEpoch, logEnd);",
                  "return new OffsetAndEpoch("
                      + "history.endOf(lastFetchedEpoch, logEnd).offset(), lastFetchedEpoch);")),
          Mutation.of(
              "M4",
              "story late-fetch",
              "a leader serves fetches of any epoch",
              edit(RULES, "return requestEpoch == leaderEpoch;", "return true;")),
          Mutation.of(
              "M5",
              "schedule S5",
              "a follower joins below the start of the leader's epoch",
              edit(
                  RULES,
                  "keepsUp && counted >= Math.max(highWatermark, epochStart)",
                  "counted >= highWatermark")),
          Mutation.of(
              "M6",
              "story earlier-epoch",
              "what followers said in an earlier epoch counts",
              edit(
                  CORE,
                  "      leader.begin(out);",
                  "leader.begin(out); if (former != null) { leader.inherit(former); }"
                      + " former = leader;"),
              edit(
                  CORE,
                  "  private boolean leaving;\n",
                  "  private boolean leaving;\n  private @Nullable LeaderState former;\n"),
              edit(
                  LEADER,
                  "  boolean isServing() {",
                  "void inherit(LeaderState former) { followers.inherit(former.followers); }"
                      + " boolean isServing() {"),
              edit(
                  FOLLOWERS,
                  "  Collection<FollowerProgress> all() {",
                  "void inherit(Followers former) { for (FollowerProgress progress : former.all())"
                      + " { progress.unpark(); byNode.put(progress.member().node(), progress); } }"
                      + " Collection<FollowerProgress> all() {")),
          Mutation.of(
              "M7",
              "schedule S7",
              "a record is committed when the stored set has it, a larger one being proposed",
              edit(RULES, "return isr.maximal();", "return isr.committed();")),
          Mutation.of(
              "M8",
              "schedule S7c",
              "a record is committed when the proposed set has it, a smaller one",
              edit(
                  RULES,
                  "return isr.maximal();",
                  "return isr instanceof IsrState.PendingShrink shrink\n"
                      + "        ? shrink.proposal().isr() : isr.maximal();")),
          Mutation.of(
              "M9",
              "schedule S7b",
              "a proposal without an answer counts as failed",
              edit(
                  RULES,
                  "default boolean unknownStaysPossible() {\n    return true;",
                  "default boolean unknownStaysPossible() {\n    return false;")),
          Mutation.of(
              "M10",
              "schedule S6",
              "a fetch that diverges acknowledges",
              edit(
                  RULES,
                  "default boolean divergingFetchCounts() {\n    return false;",
                  "default boolean divergingFetchCounts() {\n    return true;")),
          Mutation.of(
              "M11",
              "schedule S3",
              "a follower takes the high watermark before it cuts",
              edit(LEADER, "diverging == null ? log.highWatermark() : -1", "log.highWatermark()"),
              edit(
                  FOLLOWER,
                  "      return cut(response.diverging(), nowMs, out);",
                  "      log.raiseHighWatermark(Math.min(response.highWatermark(),"
                      + " log.logEnd()));\n"
                      + "      return cut(response.diverging(), nowMs, out);")),
          Mutation.of(
              "M12",
              WALKS,
              "a leader writes the in-sync set whatever is stored",
              edit(
                  "sim/SimZooKeeper.java",
                  "if (current.version() != expectedVersion) {",
                  "if (asController != null && current.version() != expectedVersion) {"),
              edit(
                  "sim/SimZooKeeper.java",
                  "new VersionedState(proposed, expectedVersion + 1)",
                  "new VersionedState(proposed, current.version() + 1)")),
          Mutation.of(
              "M13",
              "story answer-twice",
              "a follower takes answers that it does not await",
              edit(
                  FOLLOWER,
                  "response.correlationId() == inFlight && response.fetchOffset() == log.logEnd()",
                  "response.fetchOffset() == log.logEnd()")),
          Mutation.of(
              "M14",
              WALKS,
              "a new leader does not note where its epoch starts; a follower of a later epoch keeps"
                  + " its log",
              edit(LEADER, "    log.epochs().assign(epoch, epochStart);\n", ""),
              edit(
                  LEADER,
                  "    boolean departs =\n",
                  "if (end.epoch() < request.lastFetchedEpoch()"
                      + " && log.epochs().latestEpoch() < request.lastFetchedEpoch()) {"
                      + " return null; } boolean departs =")),
          Mutation.of(
              "M15",
              WALKS,
              "what is not on disk counts",
              edit(
                  "protocol/ReplicaLog.java",
                  "return config.flush() == Flush.NONE ? logEnd : durableOffset;",
                  "return logEnd;"),
              edit(
                  PROGRESS,
                  "return flush == Flush.NONE ? fetchOffset : durableOffset;",
                  "return fetchOffset;")),
          Mutation.of(
              "M16",
              "schedule S8b",
              "a restarted node takes up the epoch of its earlier life",
              edit(
                  RULES,
                  "default boolean incarnationMatters() {\n    return true;",
                  "default boolean incarnationMatters() {\n    return false;")),
          Mutation.of(
              "M17",
              "story late-fetch-of-another-storage",
              "a follower joins as what its node is now, not as what it was in the fetch",
              edit(
                  FOLLOWERS,
                  "(progress.member().sameStorage(member) || !config.rules().storageMatters())",
                  "true"),
              edit(PROGRESS, "        : life < member.incarnation();", "        : false;"),
              edit(
                  PROGRESS,
                  "long nowMs) {\n    member = request.follower();",
                  "long nowMs) { if (request.follower().incarnation() > member.incarnation()) {"
                      + " member = request.follower(); }")),
          Mutation.of(
              "M18",
              "schedule S8a",
              "a node is elected on whatever storage it is registered with",
              edit(
                  "protocol/ClusterView.java",
                  "return now != null && (now.sameStorage(member) || !rules.storageMatters());",
                  "return now != null;")),
          Mutation.of(
              "M19",
              WALKS,
              "a read that may be behind decides about a proposal without an answer",
              edit(
                  IN_SYNC,
                  "      state = afterLostAnswer();\n      retryAtMs",
                  "state = afterLostAnswer(); out.add(new ReplicaEffect.ReadState()); retryAtMs"),
              edit(
                  IN_SYNC,
                  "    if (current.version() <= state.stored().version()) {",
                  "    if (current.version() < state.stored().version()) {")),
          Mutation.of(
              "M20",
              "schedule S2b",
              "a follower is not told where its log departs",
              edit(LEADER, "return departs ? end : null;", "return null;")),
          Mutation.of(
              "M21",
              "schedule S2",
              "whoever lives is elected when nobody in sync does",
              edit(
                  "protocol/Election.java",
                  "return uncleanAllowed ? unclean(replicas) : null;",
                  "return unclean(replicas);")));

  /** Rules that were found to be needed here, each taken away. */
  static final List<Mutation> OF_OWN_RULES =
      List.of(
          Mutation.of(
              "P1",
              "story cut-inside-a-batch",
              "a follower cuts where its leader's epoch ends although it lacks that epoch",
              edit(RULES, "own.epoch() == diverging.epoch()", "true")),
          Mutation.of(
              "P2",
              "story forgotten-epoch",
              "a restarted replica follows in an epoch before the last it accepted",
              edit(CORE, "epoch < log.acceptedEpoch()", "epoch < log.epochs().latestEpoch()")),
          Mutation.of(
              "P3",
              "story forgotten-epoch-of-a-slow-disk",
              "a follower fetches before the epoch it follows in is on disk",
              edit(FOLLOWER, "if (saidLeaving || !accepted) {", "if (saidLeaving) {")));

  /** Faults beside those rules, for the checks that the rules do not exercise. */
  static final List<Mutation> OF_CHECKS =
      List.of(
          Mutation.of(
              "C17",
              WALKS,
              "a cut leaves the epochs that start beyond it",
              edit(
                  "protocol/ReplicaLog.java",
                  "    epochs.truncateTo(offset);\n    producers",
                  "    producers")),
          Mutation.of(
              "C18",
              WALKS,
              "an append that has timed out is answered again and again",
              edit(
                  "protocol/PendingAppends.java",
                  "      if (pending.deadlineMs <= nowMs) {\n        all.remove();",
                  "      if (pending.deadlineMs <= nowMs) {")),
          Mutation.of(
              "C19",
              WALKS,
              "a fetch that is overtaken by the next is never answered",
              edit(LEADER, "    if (earlier != null) {", "    if (earlier != null && !serving) {")),
          Mutation.of(
              "C11",
              WALKS,
              "what an unclean election loses is not reported",
              edit(FOLLOWER, "    if (config.uncleanElection()) {", "    if (point < 0) {")));

  private Mutations() {}
}
