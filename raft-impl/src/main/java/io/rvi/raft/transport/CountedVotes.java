package io.rvi.raft.transport;

import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;

/**
 * Has the vote of a replica whose log is empty counted, as Raft does.
 *
 * <p>A candidate of Ratis that has commits does not count such a vote (RATIS-1995), since it can't
 * tell a replica that lost its log from one that has not been sent anything yet. So a group of
 * three whose leader ends before it has filled the last new replica would be without a leader until
 * that very node is back. Here an emptied replica is never a voter, and so cannot cast the votes
 * that the rule guards against. The last entry is left out of the reply of an empty log, which a
 * candidate takes for the reply of an older version.
 *
 * <p>Safe for several threads.
 */
final class CountedVotes implements ServerInterceptor {
  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return next.startCall(
        new SimpleForwardingServerCall<Q, R>(call) {
          @Override
          public void sendMessage(R message) {
            super.sendMessage(counted(message));
          }
        },
        headers);
  }

  @SuppressWarnings("unchecked") // What is returned is of the class of what was given.
  private static <R> R counted(R message) {
    return message instanceof RequestVoteReplyProto reply
        ? (R) withoutLastEntryOfEmptyLog(reply)
        : message;
  }

  private static RequestVoteReplyProto withoutLastEntryOfEmptyLog(RequestVoteReplyProto reply) {
    return reply.getLastEntry().getTerm() > 0 ? reply : reply.toBuilder().clearLastEntry().build();
  }
}
