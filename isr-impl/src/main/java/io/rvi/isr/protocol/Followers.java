package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a leader knows of the other replicas in its epoch, by node. A member of an in-sync set is
 * found here only while the node's last fetch came from the storage that the member names: what
 * another storage acknowledged says nothing of it (R7).
 */
final class Followers {
  private final NodeId self;
  private final ReplicaConfig config;
  private final Map<NodeId, FollowerProgress> byNode = new LinkedHashMap<>();

  /**
   * No fetch was seen yet; those members of the in-sync set that live have a time of grace.
   *
   * @param self the leader
   * @param metadata with which its epoch began
   */
  Followers(NodeId self, Metadata metadata, ReplicaConfig config, long nowMs) {
    this.self = self;
    this.config = config;
    for (Member member : metadata.current().state().isr()) {
      boolean live = metadata.live().stream().anyMatch(member::sameStorage);
      LagDetector lag = live ? LagDetector.withGrace(nowMs) : LagDetector.behind();
      if (!member.node().equals(self)) {
        byNode.put(member.node(), new FollowerProgress(member, lag, config.flush()));
      }
    }
  }

  Collection<FollowerProgress> all() {
    return byNode.values();
  }

  /** The progress of a node on whatever storage, if any is known. */
  @Nullable FollowerProgress of(NodeId node) {
    return byNode.get(node);
  }

  /** The progress of a member, if it is the storage that the node fetches with. */
  @Nullable FollowerProgress of(Member member) {
    FollowerProgress progress = byNode.get(member.node());
    boolean same =
        progress != null
            && (progress.member().sameStorage(member) || !config.rules().storageMatters());
    return same ? progress : null;
  }

  /** Begins anew with a node that has another storage than before, or was not seen before. */
  FollowerProgress begin(Member member) {
    FollowerProgress fresh = new FollowerProgress(member, LagDetector.behind(), config.flush());
    byNode.put(member.node(), fresh);
    return fresh;
  }

  /** How far a member other than the leader counts; -1 if unknown. */
  long counted(Member member) {
    FollowerProgress progress = of(member);
    return progress == null ? -1 : progress.counted();
  }

  /** Whether all members but the leader have echoed a round. */
  boolean haveEchoed(List<Member> members, long round) {
    for (Member member : members) {
      if (!member.node().equals(self)) {
        FollowerProgress progress = of(member);
        if (progress == null || progress.echoedRound() < round) {
          return false;
        }
      }
    }
    return true;
  }

  /** The members that keep up, or are the leader (R8). */
  List<Member> keepingUp(List<Member> members, long leaderEnd, long nowMs) {
    List<Member> keeping = new ArrayList<>(members.size() + 1);
    for (Member member : members) {
      FollowerProgress progress = of(member);
      boolean stays =
          member.node().equals(self) || (progress != null && !lags(progress, leaderEnd, nowMs));
      if (stays) {
        keeping.add(member);
      }
    }
    return keeping;
  }

  /** Adds to a set the assigned replicas that may join it (R7). */
  void addCaughtUp(
      List<Member> members,
      Collection<NodeId> assigned,
      long epochStart,
      ReplicaLog log,
      long nowMs) {
    for (FollowerProgress progress : byNode.values()) {
      Member member = progress.member();
      boolean outside =
          PartitionState.find(members, member.node()) == null && assigned.contains(member.node());
      if (outside) {
        boolean keepsUp = !lags(progress, log.logEnd(), nowMs);
        long counted = progress.counted();
        if (config.rules().mayJoin(counted, log.highWatermark(), epochStart, keepsUp)) {
          members.add(member);
        }
      }
    }
  }

  private boolean lags(FollowerProgress progress, long leaderEnd, long nowMs) {
    return progress.lags(leaderEnd, nowMs, config.times().lagTimeMaxMs());
  }

  /** The leader itself did not run for so long. */
  void forgive(long pausedMs) {
    byNode.values().forEach(progress -> progress.forgive(pausedMs));
  }
}
