package io.rvi.raft.bench;

import io.rvi.raft.config.RaftSettings;
import io.rvi.raft.config.RatisProperties;
import io.rvi.spi.Endpoint;
import io.rvi.spi.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.TimeDuration;

/** Ratis as its examples use it: its own client, and a state machine that does nothing. */
final class BareRatis {
  private BareRatis() {}

  static RaftServer start(Variant variant, int id, List<Endpoint> nodes, Path dir)
      throws IOException {
    Endpoint self = nodes.get(id - 1);
    RaftProperties properties;
    if (variant.upstream()) {
      properties = new RaftProperties();
      GrpcConfigKeys.Server.setHost(properties, self.host());
      GrpcConfigKeys.Server.setPort(properties, self.port());
    } else {
      properties =
          RatisProperties.server(
              Settings.resolve(RaftSettings.all(), variant.settings()), nodes.size(), self);
    }
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
    RatisProperties.storage(properties, dir);
    RaftServer server =
        RaftServer.newBuilder()
            .setServerId(group(nodes).getPeers().stream().toList().get(id - 1).getId())
            .setGroup(group(nodes))
            .setProperties(properties)
            .setParameters(new Parameters())
            .setStateMachine(new NoOp())
            .setOption(RaftStorage.StartupOption.RECOVER)
            .build();
    server.start();
    return server;
  }

  static RaftClient client(Variant variant, List<Endpoint> nodes) {
    RaftProperties properties =
        variant.upstream()
            ? new RaftProperties()
            : RatisProperties.client(Settings.resolve(RaftSettings.all(), variant.settings()));
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
    RaftClientConfigKeys.Async.setOutstandingRequestsMax(properties, variant.window() + 8);
    return RaftClient.newBuilder()
        .setProperties(properties)
        .setRaftGroup(group(nodes))
        .setParameters(new Parameters())
        .setRetryPolicy(
            RetryPolicies.retryForeverWithSleep(TimeDuration.valueOf(20, TimeUnit.MILLISECONDS)))
        .build();
  }

  static CompletableFuture<?> append(RaftClient client, byte[] payload) {
    return client.async().send(Message.valueOf(UnsafeByteOperations.unsafeWrap(payload.clone())));
  }

  private static RaftGroup group(List<Endpoint> nodes) {
    List<RaftPeer> peers =
        nodes.stream()
            .map(
                node ->
                    RaftPeer.newBuilder()
                        .setId("n" + (nodes.indexOf(node) + 1))
                        .setAddress(node.toString())
                        .build())
            .toList();
    return RaftGroup.valueOf(RaftGroupId.valueOf(new UUID(7, 7)), peers);
  }

  private static final class NoOp extends BaseStateMachine {
    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
      LogEntryProto entry = transaction.getLogEntry();
      updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
      return CompletableFuture.completedFuture(Message.EMPTY);
    }
  }
}
