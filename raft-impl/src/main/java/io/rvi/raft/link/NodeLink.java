package io.rvi.raft.link;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.Names;
import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupListReply;
import org.apache.ratis.protocol.GroupListRequest;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one node. Requests reach the node's groups in the order in which they are sent.
 *
 * <p>Ratis ends the stream under a link when any request on it fails (not when it is answered with
 * an error), so a link that is {@link #broken} is of no more use: close it and open another.
 */
public final class NodeLink {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);

  /** The log index that every replica has reached: asks a replica as it is. */
  private static final long ANY_INDEX = -1;

  private final RaftPeerId peer;
  private final RaftClientRpc rpc;
  private final ClientId clientId;
  private final AtomicLong calls = new AtomicLong();

  /** Calls whose replies came; the next request tells the server that it may forget them. */
  private final Queue<Long> replied = new ConcurrentLinkedQueue<>();

  private volatile boolean broken;

  private NodeLink(RaftPeerId peer, ClientId clientId, RaftClientRpc rpc) {
    this.peer = peer;
    this.clientId = clientId;
    this.rpc = rpc;
  }

  /**
   * A link to a node; connects with its first request.
   *
   * @param node which
   * @param endpoint where to dial it
   * @param properties the Ratis configuration of a client
   */
  public static NodeLink to(NodeId node, Endpoint endpoint, RaftProperties properties) {
    ClientId clientId = ClientId.randomId();
    RaftClientRpc rpc = new GrpcFactory(new Parameters()).newRaftClientRpc(clientId, properties);
    RaftPeerId peer = Names.peer(node);
    rpc.addRaftPeers(
        List.of(RaftPeer.newBuilder().setId(peer).setAddress(endpoint.toString()).build()));
    return new NodeLink(peer, clientId, rpc);
  }

  /** Whether a request on it failed. */
  public boolean broken() {
    return broken;
  }

  /**
   * Sends what is to be replicated; the node must lead the group.
   *
   * @param group the group
   * @param content the entry's content
   */
  public CompletableFuture<RaftClientReply> write(RaftGroupId group, ByteString content) {
    List<Long> forget = new ArrayList<>();
    for (Long call = replied.poll(); call != null; call = replied.poll()) {
      forget.add(call);
    }
    long call = calls.getAndIncrement();
    return send(request(group, content, call, RaftClientRequest.writeRequestType())
            .setLeaderId(peer)
            .setRepliedCallIds(forget)
            .build())
        .whenComplete((reply, failure) -> replied.add(call));
  }

  /**
   * Asks the state machine of a group.
   *
   * @param group the group
   * @param content the question
   * @param linearizable whether the leader must make sure that it leads, rather than believe it
   */
  public CompletableFuture<RaftClientReply> read(
      RaftGroupId group, ByteString content, boolean linearizable) {
    return send(
        request(
                group,
                content,
                calls.getAndIncrement(),
                RaftClientRequest.readRequestType(!linearizable))
            .setServerId(peer)
            .build());
  }

  /**
   * Asks the state machine of a group as it is on this node, leader or not.
   *
   * @param group the group
   * @param content the question
   */
  public CompletableFuture<RaftClientReply> ask(RaftGroupId group, ByteString content) {
    return send(
        request(
                group,
                content,
                calls.getAndIncrement(),
                RaftClientRequest.staleReadRequestType(ANY_INDEX))
            .setServerId(peer)
            .build());
  }

  /**
   * The groups that the node carries; waits, with a bound.
   *
   * @throws IOException when it does not answer, or has not yet opened all that it holds
   */
  public List<RaftGroupId> groups() throws IOException {
    RaftGroupId any = RaftGroupId.emptyGroupId();
    GroupListRequest request = new GroupListRequest(clientId, peer, any, calls.getAndIncrement());
    return administer(request) instanceof GroupListReply reply ? reply.getGroupIds() : List.of();
  }

  /**
   * Changes the voters of a group; the node must lead it. Waits, with a bound.
   *
   * @param group the group
   * @param from the voters as they are; nothing happens if they are others
   * @param to the voters wanted
   * @throws IOException when there was no answer; the change may come about all the same
   */
  public RaftClientReply configure(RaftGroupId group, List<RaftPeer> from, List<RaftPeer> to)
      throws IOException {
    SetConfigurationRequest.Arguments arguments =
        SetConfigurationRequest.Arguments.newBuilder()
            .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
            .setServersInCurrentConf(from)
            .setServersInNewConf(to)
            .build();
    return administer(
        new SetConfigurationRequest(clientId, peer, group, calls.getAndIncrement(), arguments));
  }

  private RaftClientReply administer(RaftClientRequest request) throws IOException {
    try {
      return rpc.sendRequest(request);
    } catch (IOException e) {
      broken = true;
      throw e;
    } catch (StatusRuntimeException e) {
      broken = true; // Its channel waits longer and longer before it connects again.
      throw new IOException(peer + " did not answer: " + e.getStatus(), e);
    }
  }

  /**
   * Ends the link and every request on it, at once.
   *
   * <p>Ratis shuts a channel down by waiting up to 3 s for the other side to agree, and 2 s more by
   * force: a paused node would hold up whoever closes. An interrupted thread does not wait, so the
   * channel is dropped with the interrupt flag up.
   */
  public void close() {
    broken = true;
    boolean interrupted = Thread.interrupted();
    Thread.currentThread().interrupt();
    rpc.handleException(peer, new IOException("closed"), true);
    Thread.interrupted();
    try {
      rpc.close();
    } catch (IOException e) {
      LOG.debug("closing the link to {}: {}", peer, e.toString());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private RaftClientRequest.Builder request(
      RaftGroupId group, ByteString content, long call, RaftClientRequest.Type type) {
    return RaftClientRequest.newBuilder()
        .setClientId(clientId)
        .setGroupId(group)
        .setCallId(call)
        .setMessage(Message.valueOf(content))
        .setType(type);
  }

  private CompletableFuture<RaftClientReply> send(RaftClientRequest request) {
    return rpc.sendRequestAsyncUnordered(request)
        .whenComplete(
            (reply, failure) -> {
              if (failure != null) {
                broken = true;
              }
            });
  }
}
