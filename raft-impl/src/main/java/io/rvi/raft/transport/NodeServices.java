package io.rvi.raft.transport;

import java.util.EnumSet;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;

/** Puts what a node adds to Ratis's gRPC services in front of them. */
public final class NodeServices implements GrpcServices.Customizer {
  private final OpenedGate gate;

  /**
   * For one node.
   *
   * @param gate of that node
   */
  public NodeServices(OpenedGate gate) {
    this.gate = gate;
  }

  @Override
  public NettyServerBuilder customize(
      NettyServerBuilder builder, EnumSet<GrpcServices.Type> types) {
    return builder.intercept(gate).intercept(new CountedVotes());
  }
}
