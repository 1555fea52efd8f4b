package io.rvi.raft.machine;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.AppendRequest;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.ReplicaStatus;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLogIOException;

/** One group as its replica on this node sees it. */
final class GroupView {
  /** Entries beyond the applied ones that {@link #status} looks at; above any window in use. */
  private static final int TAIL_ENTRIES_MAX = 65_536;

  /** How long a hand-over may take before it is given up. */
  private static final long HAND_OVER_MAX_MS = 3_000;

  private final RaftServer server;
  private final RaftGroupId group;

  GroupView(RaftServer server, RaftGroupId group) {
    this.server = server;
    this.group = group;
  }

  /** The group's log. */
  RaftLog log() throws IOException {
    return server.getDivision(group).getRaftLog();
  }

  /**
   * How the replica is.
   *
   * @param applied the last applied entry
   * @param highWatermark the offset after the last applied record
   */
  ReplicaStatus status(TermIndex applied, long highWatermark) throws IOException {
    RaftServer.Division division = server.getDivision(group);
    Set<NodeId> voters = Names.nodes(division.getRaftConf().getCurrentPeers());
    long logEnd = logEnd(division.getRaftLog(), applied.getIndex(), highWatermark);
    return new ReplicaStatus(
        Names.node(server.getId()),
        division.getInfo().getCurrentTerm(),
        division.getInfo().isLeader() && division.getInfo().isLeaderReady(),
        Math.min(highWatermark, logEnd),
        logEnd,
        voters);
  }

  /**
   * Hands leadership over.
   *
   * @param target to whom
   * @return an empty message, or what went wrong
   */
  CompletableFuture<Message> handOver(NodeId target) {
    TransferLeadershipRequest request =
        new TransferLeadershipRequest(
            ClientId.randomId(), server.getId(), group, 0, Names.peer(target), HAND_OVER_MAX_MS);
    try {
      return server
          .transferLeadershipAsync(request)
          .handle(
              (reply, failure) -> {
                if (failure != null) {
                  return Message.valueOf(failure.toString());
                }
                return reply.isSuccess()
                    ? Message.EMPTY
                    : Message.valueOf(String.valueOf(reply.getException()));
              });
    } catch (IOException e) {
      return CompletableFuture.completedFuture(Message.valueOf(e.toString()));
    }
  }

  /**
   * The offset after the last record that has reached what its flush class asks for. A follower may
   * have applied more: what the others made sure of, while its own writer is behind.
   */
  private static long logEnd(RaftLog log, long applied, long highWatermark) {
    long flushed = log.getFlushIndex();
    return flushed >= applied
        ? highWatermark + records(log, applied, flushed)
        : highWatermark - records(log, flushed, applied);
  }

  /** In the entries after one index, up to another. */
  private static long records(RaftLog log, long after, long upTo) {
    long records = 0;
    long last = Math.min(upTo, after + TAIL_ENTRIES_MAX);
    for (long index = after + 1; index <= last; index++) {
      records += records(log, index);
    }
    return records;
  }

  private static int records(RaftLog log, long index) {
    try {
      LogEntryProto entry = log.get(index);
      if (entry == null || !entry.hasStateMachineLogEntry()) {
        return 0;
      }
      return AppendRequest.parse(entry.getStateMachineLogEntry().getLogData()).count();
    } catch (RaftLogIOException | IllegalArgumentException e) {
      return 0; // Not a batch, or truncated meanwhile: no record that anybody may count on.
    }
  }
}
