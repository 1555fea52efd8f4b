package io.rvi.raft.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the leadership of groups over to followers; Ratis itself does not when it is closed. */
final class HandOver {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  /** An orderly stop waits no longer than this; the groups left over elect a leader themselves. */
  private static final long WAIT_MAX_MS = 2_000;

  private final RaftServer server;

  /** A follower that has been silent for longer can't be expected to lead. */
  private final long silenceMaxMs;

  HandOver(RaftServer server) {
    this.server = server;
    this.silenceMaxMs =
        RaftServerConfigKeys.Rpc.timeoutMax(server.getProperties()).toLong(TimeUnit.MILLISECONDS);
  }

  /**
   * Hands all over at once.
   *
   * @param led divisions that this server leads
   */
  void all(List<RaftServer.Division> led) {
    List<CompletableFuture<?>> underWay = new ArrayList<>();
    for (RaftServer.Division division : led) {
      freshestFollower(division).ifPresent(target -> underWay.add(start(division, target)));
    }
    try {
      CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new))
          .get(WAIT_MAX_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("{}: not every group was handed over: {}", server.getId(), e.toString());
    }
  }

  private Optional<RaftPeerId> freshestFollower(RaftServer.Division division) {
    return division.getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList().stream()
        .filter(follower -> follower.getLastRpcElapsedTimeMs() <= silenceMaxMs)
        .min(Comparator.comparingLong(ServerRpcProto::getLastRpcElapsedTimeMs))
        .map(follower -> RaftPeerId.valueOf(follower.getId().getId()));
  }

  private CompletableFuture<?> start(RaftServer.Division division, RaftPeerId target) {
    return to(server, division, target);
  }

  /**
   * Hands one group over.
   *
   * @param server which leads it
   * @param division the group
   * @param target to whom
   * @return ends within seconds
   */
  static CompletableFuture<RaftClientReply> to(
      RaftServer server, RaftServer.Division division, RaftPeerId target) {
    TransferLeadershipRequest request =
        new TransferLeadershipRequest(
            ClientId.randomId(),
            server.getId(),
            division.getMemberId().getGroupId(),
            0,
            target,
            WAIT_MAX_MS);
    try {
      return server.transferLeadershipAsync(request);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
