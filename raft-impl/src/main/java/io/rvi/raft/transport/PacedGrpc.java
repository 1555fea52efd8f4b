package io.rvi.raft.transport;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;

/**
 * Ratis's gRPC transport with {@link PacedAppender} in a leader. Ratis makes an instance by the
 * name of this class.
 */
public final class PacedGrpc implements RpcType {
  /** Tries to make an appender while another of the same group is being ended. */
  private static final int TRIES = 20;

  /** For Ratis. */
  public PacedGrpc() {}

  @Override
  public String name() {
    return PacedGrpc.class.getName();
  }

  @Override
  public GrpcFactory newFactory(Parameters parameters) {
    return new Factory(parameters);
  }

  private static final class Factory extends GrpcFactory {
    Factory(Parameters parameters) {
      super(parameters);
    }

    /**
     * An appender. The appenders of a group share a metric registry, and Ratis drops it when one of
     * them ends, so another that begins just then finds none and fails; its follower would get
     * nothing until the next election. A second try finds the registry made anew.
     */
    @Override
    public LogAppender newLogAppender(
        RaftServer.Division server, LeaderState state, FollowerInfo follower) {
      NullPointerException last = new NullPointerException();
      for (int i = 0; i < TRIES; i++) {
        try {
          return new PacedAppender(server, state, follower);
        } catch (NullPointerException e) {
          last = e;
        }
      }
      throw last;
    }
  }
}
