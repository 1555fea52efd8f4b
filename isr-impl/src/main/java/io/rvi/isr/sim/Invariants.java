package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.VersionedState;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of the protocol, numbered as in the module's README, over what an omniscient
 * observer sees. The observer remembers the longest prefix that any leader has ever called
 * committed and every record that was acknowledged.
 */
final class Invariants {
  private final boolean cleanMode;
  private final boolean countsDurable;
  private final int required;

  // The committed prefix: for each offset the hash of the log up to it. Only ever longer.
  private long[] committedHashes = new long[32];
  private long committedEnd;
  // Every (producer, sequence) that is committed.
  private final Set<Long> committedRecords = new HashSet<>();
  // The hash of the log up to each (epoch, offset) that was ever appended.
  private final Map<Long, Long> appended = new HashMap<>();
  private final Map<Long, Member> leaders = new HashMap<>();
  private long acknowledgedEnd;
  private long lastControllerEpoch;
  // Where unclean elections are allowed: what was acknowledged, and how many there were.
  private final Set<Long> acknowledgedRecords = new HashSet<>();
  private @Nullable PartitionState lastStored;
  private long uncleanElections;

  Invariants(boolean cleanMode, boolean countsDurable, int required) {
    this.required = required;
    this.cleanMode = cleanMode;
    this.countsDurable = countsDurable;
  }

  long committedEnd() {
    return committedEnd;
  }

  long acknowledgedEnd() {
    return acknowledgedEnd;
  }

  /** Takes the first state of the partition. */
  void created(PartitionState state) {
    lastStored = state;
  }

  /** Takes the first records of a log for committed from the beginning. */
  void begin(SimDisk disk, long committed) {
    extendCommitted(disk, committed);
  }

  /** Checks a record that was just appended: G2 and G3. */
  void appended(NodeId node, SimDisk disk) {
    SimBatch last = disk.last();
    long key = (last.epoch() << 32) | last.baseOffset();
    long hash = disk.prefixHash(disk.end());
    Long before = appended.putIfAbsent(key, hash);
    if (before != null && before != hash) {
      throw new InvariantViolation(
          "G2 EpochOffsetUniqueness / G3 LogMatching",
          node + " holds at " + last + " another log than was appended there before: " + disk);
    }
  }

  /**
   * Checks a turn that cut the log: G11. Where unclean elections are allowed the turn must say
   * exactly which records were committed and are lost.
   *
   * @param to the new end
   * @param highWatermark before the turn
   * @param lost what the turn reports as lost, or null
   */
  void cut(
      NodeId node, long to, long highWatermark, ReplicaEffect.@Nullable CommittedRecordsLost lost) {
    boolean isReported =
        !cleanMode && lost != null && lost.fromOffset() == to && lost.toOffset() >= highWatermark;
    if (to < highWatermark && !isReported) {
      throw new InvariantViolation(
          "G11 NoTruncationBelowHighWatermark",
          node + " cuts at " + to + ", its high watermark is " + highWatermark + ", says " + lost);
    }
  }

  /** Checks where a log is about to be cut: half a batch is no batch of any other log (G3). */
  static void checkCutPoint(NodeId node, long to, SimDisk disk) {
    if (!disk.isBatchEnd(to)) {
      throw new InvariantViolation(
          "G3 LogMatching", node + " cuts inside a batch, at " + to + ": " + disk);
    }
  }

  /** Takes the acknowledgement of a batch: G7. */
  void acknowledged(SimBatch batch, long offset) {
    if (!cleanMode) {
      for (int i = 0; i < batch.count(); i++) {
        acknowledgedRecords.add(batch.record(i));
      }
      return;
    }
    for (int i = 0; i < batch.count(); i++) {
      long record = batch.record(i);
      boolean there = offset + i < committedEnd && committedRecords.contains(record);
      if (!there) {
        throw new InvariantViolation(
            "G7 AckedDurability", batch + " acknowledged at " + offset + " but not committed");
      }
    }
    acknowledgedEnd = Math.max(acknowledgedEnd, offset + batch.count());
  }

  /** Checks a write of the partition's state: G15, G16. */
  void stored(VersionedState stored, Collection<NodeId> assigned) {
    PartitionState state = stored.state();
    for (Member member : state.isr()) {
      if (!assigned.contains(member.node())) {
        throw new InvariantViolation("G15 IsrInAssignment", state.isr() + " in " + assigned);
      }
    }
    if (state.controllerEpoch() < lastControllerEpoch) {
      throw new InvariantViolation(
          "G16 ControllerFencing",
          "epoch " + state.controllerEpoch() + " wrote after " + lastControllerEpoch);
    }
    lastControllerEpoch = state.controllerEpoch();
    if (lastStored != null && isUnclean(lastStored, state)) {
      if (cleanMode) {
        throw new InvariantViolation(
            "G6 LeaderCompleteness", state.leaderMember() + " elected from " + lastStored);
      }
      uncleanElections++;
    }
    lastStored = state;
  }

  private static boolean isUnclean(PartitionState before, PartitionState after) {
    Member leader = after.leaderMember();
    return before.isr().stream().noneMatch(leader::sameStorage)
        && before.elr().stream().noneMatch(leader::sameStorage);
  }

  long uncleanElections() {
    return uncleanElections;
  }

  /**
   * Counts the records that were acknowledged and are not in the log at rest: G8. Records may only
   * be lost where unclean elections are allowed and one was held.
   */
  long countLost(NodeId node, SimDisk disk) {
    Set<Long> lost = new HashSet<>(acknowledgedRecords);
    Set<Long> found = new HashSet<>();
    for (SimBatch batch : disk.batches()) {
      for (int i = 0; i < batch.count(); i++) {
        lost.remove(batch.record(i));
        if (!found.add(batch.record(i))) {
          throw new InvariantViolation("G13 NoDuplicates", batch + " is twice in " + disk);
        }
      }
    }
    if (!lost.isEmpty() && uncleanElections == 0) {
      throw new InvariantViolation(
          "G8 NoGlobalLoss", lost.size() + " acknowledged records are lost at " + node);
    }
    return lost.size();
  }

  /** Checks one node after its turn: G1, G9, G10, G14. */
  void checkNode(Observed node) {
    ReplicaStatus status = node.status();
    if (status == null || status.role() == ReplicaStatus.Role.HALTED) {
      return;
    }
    SimDisk disk = node.disk();
    boolean ordered =
        status.highWatermark() <= status.logEnd()
            && status.durableOffset() <= status.logEnd()
            && status.logEnd() == disk.end();
    if (!ordered) {
      throw new InvariantViolation("G10 Order", node.id() + " " + status + " on " + disk.end());
    }
    boolean leads =
        status.role() == ReplicaStatus.Role.LEADER
            || status.role() == ReplicaStatus.Role.STARTING_LEADER;
    if (leads) {
      Member before = leaders.putIfAbsent(status.leaderEpoch(), node.actingAs());
      if (before != null && !before.equals(node.actingAs())) {
        throw new InvariantViolation(
            "G1 ElectionSafety",
            before + " and " + node.actingAs() + " lead epoch " + status.leaderEpoch());
      }
      if (cleanMode && status.highWatermark() > committedEnd && status.inSync().size() < required) {
        throw new InvariantViolation("G14 MinInSync", node.id() + " commits with " + status);
      }
      if (cleanMode) {
        extendCommitted(disk, status.highWatermark());
      }
    }
    if (cleanMode) {
      checkCommittedPrefix(node.id(), disk, status.highWatermark());
    }
  }

  private void checkCommittedPrefix(NodeId node, SimDisk disk, long highWatermark) {
    boolean holds =
        highWatermark <= committedEnd
            && disk.prefixHash(highWatermark) == committedHash(highWatermark);
    if (!holds) {
      throw new InvariantViolation(
          "G9 HighWatermarkSafety",
          node
              + " calls its first "
              + highWatermark
              + " records committed, "
              + committedEnd
              + " are: "
              + disk);
    }
  }

  private long committedHash(long offset) {
    return offset == 0 ? 0 : committedHashes[(int) offset - 1];
  }

  private void extendCommitted(SimDisk disk, long highWatermark) {
    if (highWatermark <= committedEnd) {
      return;
    }
    if (disk.prefixHash(committedEnd) != committedHash(committedEnd)) {
      throw new InvariantViolation(
          "G6 LeaderCompleteness", "a leader commits beside " + committedEnd + ": " + disk);
    }
    while (committedHashes.length < highWatermark) {
      committedHashes = Arrays.copyOf(committedHashes, 2 * committedHashes.length);
    }
    for (long offset = committedEnd; offset < highWatermark; offset++) {
      committedHashes[(int) offset] = disk.prefixHash(offset + 1);
    }
    for (SimBatch batch : disk.batches()) {
      for (int i = 0; i < batch.count(); i++) {
        long offset = batch.baseOffset() + i;
        boolean isNew = offset >= committedEnd && offset < highWatermark;
        if (isNew && !committedRecords.add(batch.record(i))) {
          throw new InvariantViolation("G13 NoDuplicates", batch + " is committed twice");
        }
      }
    }
    committedEnd = highWatermark;
  }

  /**
   * Checks the stored in-sync set against the disks: G4, G5, and G6 for whoever is electable.
   *
   * @param nodes all of them, node 1 first
   */
  void checkStored(VersionedState stored, List<? extends Observed> nodes) {
    PartitionState state = stored.state();
    if (!cleanMode) {
      return;
    }
    checkHoldCommitted(state.isr(), "in sync", nodes);
    checkHoldCommitted(state.elr(), "eligible", nodes);
    for (int i = 0; i < nodes.size(); i++) {
      Observed node = nodes.get(i);
      IsrState isr = node.isrState();
      // Who knows what is stored waits for at least that.
      if (isr != null
          && isr.stored().version() != stored.version()
          && isr.stored().state().leaderEpoch() == state.leaderEpoch()) {
        checkSuperset(node.id(), isr, state);
      }
    }
  }

  private static void checkSuperset(NodeId node, IsrState isr, PartitionState state) {
    List<Member> maximal = isr.maximal();
    for (Member member : state.isr()) {
      Member known = PartitionState.find(maximal, member.node());
      boolean waitsFor = known != null && known.sameStorage(member);
      if (!waitsFor && maximal.stream().noneMatch(member::sameStorage)) {
        throw new InvariantViolation(
            "G5 ReplicationQuorumSuperset",
            node + " waits for " + maximal + ", stored in sync " + state.isr());
      }
    }
  }

  private void checkHoldCommitted(List<Member> members, String as, List<? extends Observed> nodes) {
    for (Member member : members) {
      Observed node = nodes.get(member.node().value() - 1);
      SimDisk disk = node.disk();
      if (disk.storageId().equals(member.storageId())) {
        long counted = countsDurable ? disk.durableEnd() : disk.end();
        boolean holds =
            counted >= committedEnd && disk.prefixHash(committedEnd) == committedHash(committedEnd);
        if (!holds) {
          throw new InvariantViolation(
              "G4 IsrCompleteness",
              member
                  + " is "
                  + as
                  + " but lacks committed records: "
                  + committedEnd
                  + " are committed, it holds "
                  + counted
                  + ": "
                  + disk);
        }
      }
    }
  }

  /** Checks the answer of a read: G12. */
  void read(long highWatermark, long mustCover, boolean linearizable) {
    if (!cleanMode) {
      return;
    }
    if (highWatermark > committedEnd) {
      throw new InvariantViolation(
          "G12 Reads", "read up to " + highWatermark + ", committed " + committedEnd);
    }
    if (linearizable && highWatermark < mustCover) {
      throw new InvariantViolation(
          "G12 Reads",
          "linearizable read up to "
              + highWatermark
              + " though "
              + mustCover
              + " was acknowledged before it began");
    }
  }

  /** Checks the end of an epoch history against the end of its log: G17. */
  static void checkLastEpoch(NodeId node, List<OffsetAndEpoch> epochs, SimDisk disk) {
    OffsetAndEpoch last = epochs.isEmpty() ? null : epochs.get(epochs.size() - 1);
    OffsetAndEpoch before = epochs.size() < 2 ? null : epochs.get(epochs.size() - 2);
    boolean grows =
        last == null
            || before == null
            || (last.epoch() > before.epoch() && last.offset() > before.offset());
    long ofLastRecord = -1;
    for (OffsetAndEpoch entry : epochs) {
      ofLastRecord = entry.offset() < disk.end() ? entry.epoch() : ofLastRecord;
    }
    boolean agrees = disk.batches().isEmpty() || disk.last().epoch() == ofLastRecord;
    if (!grows || !agrees || (last != null && last.offset() > disk.end())) {
      throw new InvariantViolation("G17 EpochHistory", node + " " + epochs + " of " + disk);
    }
  }

  /** Checks an epoch history against its log: G17. */
  static void checkEpochs(NodeId node, List<OffsetAndEpoch> epochs, SimDisk disk) {
    long lastEpoch = -1;
    long lastStart = -1;
    for (OffsetAndEpoch entry : epochs) {
      boolean grows = entry.epoch() > lastEpoch && entry.offset() > lastStart;
      if (!grows || entry.offset() > disk.end()) {
        throw new InvariantViolation("G17 EpochHistory", node + " " + epochs + " of " + disk);
      }
      lastEpoch = entry.epoch();
      lastStart = entry.offset();
    }
    for (SimBatch batch : disk.batches()) {
      long epoch = -1;
      for (OffsetAndEpoch entry : epochs) {
        epoch = entry.offset() <= batch.baseOffset() ? entry.epoch() : epoch;
      }
      if (epoch != batch.epoch()) {
        throw new InvariantViolation("G17 EpochHistory", node + " " + epochs + " of " + disk);
      }
    }
  }
}
