package io.rvi.raft.transport;

import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;

/**
 * Sends a leader's log to one follower.
 *
 * <p>While a follower is down and nothing is to be sent, Ratis's appender does not wait between two
 * looks: it takes a whole processor for each such follower. This one waits until the next heartbeat
 * is due; a new entry wakes it.
 */
final class PacedAppender extends GrpcLogAppender {
  PacedAppender(RaftServer.Division server, LeaderState state, FollowerInfo follower) {
    super(server, state, follower);
  }

  @Override
  public long getWaitTimeMs() {
    long wait = super.getWaitTimeMs();
    return wait > 0 || hasAppendEntries() ? wait : Math.max(0, getHeartbeatWaitTimeMs());
  }
}
