package io.rvi.raft.machine;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.CatalogCommand;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import io.rvi.raft.wire.Topic;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** The state machine of the catalog: applies each {@link CatalogCommand} and answers look-ups. */
public final class CatalogMachine extends BaseStateMachine {
  private final ReplicaHost host;
  private final TopicCatalog catalog;

  /**
   * An empty catalog.
   *
   * @param host the node that carries it
   * @param nodes the cluster's nodes
   */
  public CatalogMachine(ReplicaHost host, Set<NodeId> nodes) {
    this.host = host;
    this.catalog = new TopicCatalog(nodes);
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    ByteString content = entry.getStateMachineLogEntry().getLogData();
    Message answer = Message.EMPTY;
    if (!content.isEmpty()) {
      CatalogCommand command = CatalogCommand.parse(content);
      Optional<Topic> topic =
          command instanceof ChangeRow change
              ? catalog.change(change)
              : catalog.create((CreateTopic) command);
      topic.ifPresent(host::topicChanged);
      answer = answer(topic);
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletableFuture<Message> query(Message request) {
    Query query = Query.parse(request.getContent());
    if (query instanceof Query.Lookup lookup) {
      return CompletableFuture.completedFuture(answer(catalog.find(lookup.topic())));
    }
    GroupView view = new GroupView(getServer().join(), getGroupId());
    try {
      if (query instanceof Query.HandOver handOver) {
        return view.handOver(handOver.target());
      }
      if (query instanceof Query.Status asked) {
        return CompletableFuture.completedFuture(
            Message.valueOf(status(RaftGroupId.valueOf(asked.group())).encode()));
      }
      return CompletableFuture.completedFuture(Message.EMPTY);
    } catch (IOException e) {
      return CompletableFuture.completedFuture(Message.EMPTY);
    }
  }

  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto failedEntry) {
    host.logFailed(getGroupId(), cause);
  }

  private ReplicaStatus status(RaftGroupId group) throws IOException {
    RaftServer server = getServer().join();
    GroupView view = new GroupView(server, group);
    StateMachine machine = server.getDivision(group).getStateMachine();
    return machine instanceof PartitionMachine partition
        ? partition.status(view)
        : view.status(getLastAppliedTermIndex(), 0);
  }

  private static Message answer(Optional<Topic> topic) {
    return topic.map(found -> Message.valueOf(found.encode())).orElse(Message.EMPTY);
  }
}
