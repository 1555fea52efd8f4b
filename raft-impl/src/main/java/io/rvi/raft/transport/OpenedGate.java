package io.rvi.raft.transport;

import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Refuses the question which groups a node carries until it has opened all that it holds. Ratis
 * answers as soon as its port is open; then a node that is just being restarted would say that it
 * has nothing, and another might take the cluster for a new one.
 *
 * <p>Safe for several threads.
 */
public final class OpenedGate implements ServerInterceptor {
  private static final String GROUP_LIST = "/groupList";

  private volatile boolean opened;

  /** A gate that is shut. */
  public OpenedGate() {}

  /** From now on the question is answered. */
  public void open() {
    opened = true;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (opened || !call.getMethodDescriptor().getFullMethodName().endsWith(GROUP_LIST)) {
      return next.startCall(call, headers);
    }
    call.close(Status.UNAVAILABLE.withDescription("groups are being opened"), new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
