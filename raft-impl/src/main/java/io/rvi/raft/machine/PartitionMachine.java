package io.rvi.raft.machine;

import io.rvi.raft.wire.AppendReply;
import io.rvi.raft.wire.AppendRequest;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * The state machine of a partition: gives the records of applied batches their offsets.
 *
 * <p>The log is its only store; after a start Ratis applies the log again from its first entry.
 * Ratis applies entries on one thread and asks queries on others. A query's answer says what went
 * wrong instead of failing: Ratis ends the whole stream, and with it other requests, when a query
 * fails.
 */
public final class PartitionMachine extends BaseStateMachine {
  private final ReplicaHost host;
  private final RecordOrder records = new RecordOrder();
  private final RecordReader reader = new RecordReader(records.index());

  /**
   * An empty partition.
   *
   * @param host the node that carries it
   */
  public PartitionMachine(ReplicaHost host) {
    this.host = host;
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    ByteString content = entry.getStateMachineLogEntry().getLogData();
    Message answer = Message.EMPTY;
    if (!content
        .isEmpty()) { // An empty entry is a nudge: it makes a leader send, and stores nothing.
      AppendReply reply =
          records.apply(AppendRequest.parse(content), entry.getTerm(), entry.getIndex());
      answer = Message.valueOf(reply.encode());
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletableFuture<Message> query(Message request) {
    try {
      Query query = Query.parse(request.getContent());
      GroupView view = new GroupView(getServer().join(), getGroupId());
      if (query instanceof Query.Read read) {
        return CompletableFuture.supplyAsync(() -> answer(view, read), host.readers());
      }
      if (query instanceof Query.HandOver handOver) {
        return view.handOver(handOver.target());
      }
      return CompletableFuture.completedFuture(Message.valueOf(status(view).encode()));
    } catch (IOException | RejectedExecutionException e) {
      return CompletableFuture.completedFuture(Message.EMPTY); // Closing: no answer to give.
    }
  }

  /** How this replica is. */
  ReplicaStatus status(GroupView view) throws IOException {
    return view.status(getLastAppliedTermIndex(), records.end());
  }

  private Message answer(GroupView view, Query.Read read) {
    try {
      return Message.valueOf(reader.read(view.log(), read).encode());
    } catch (IOException | RuntimeException e) {
      return Message.EMPTY;
    }
  }

  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto failedEntry) {
    host.logFailed(getGroupId(), cause);
  }
}
