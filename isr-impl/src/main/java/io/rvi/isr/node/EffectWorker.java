package io.rvi.isr.node;

import io.netty.util.collection.LongObjectHashMap;
import io.rvi.api.Flush;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.PartitionLog;
import io.rvi.isr.protocol.Effects;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.isr.wire.ReplicaMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what a replica's turn asks for, in its order. */
final class EffectWorker {
  private static final Logger LOG = LoggerFactory.getLogger(EffectWorker.class);

  private final TopicPartition partition;
  private final PartitionLog log;
  private final ReplicaSurroundings around;
  private final HostedReplica replica;
  private final Answers answers;
  private final LongObjectHashMap<Asker> askers = new LongObjectHashMap<>();
  private long lastRequestId;
  private long flushGeneration;

  /** The follower's batches of this turn that lie one behind the other and wait to be written. */
  private @Nullable StoredBatch runFirst;

  private int runEnd;

  EffectWorker(
      TopicPartition partition,
      PartitionLog log,
      ReplicaSurroundings around,
      HostedReplica replica) {
    this.partition = partition;
    this.log = log;
    this.around = around;
    this.replica = replica;
    this.answers = new Answers(partition, log, around.view());
  }

  PartitionLog log() {
    return log;
  }

  /** The generation of the last flush that was asked for. */
  long flushGeneration() {
    return flushGeneration;
  }

  /** Remembers who waits, and names the request to the protocol. */
  long expect(Asker asker) {
    long requestId = ++lastRequestId;
    askers.put(requestId, asker);
    return requestId;
  }

  /** Does all effects of a turn. */
  void perform(Effects effects) {
    boolean stored = persist(effects.persist());
    if (stored) {
      for (ReplicaEffect.Send effect : effects.send()) {
        send(effect);
      }
    }
    for (ReplicaEffect.Acknowledge effect : effects.acknowledge()) {
      acknowledge(effect, stored);
    }
  }

  private boolean persist(List<ReplicaEffect.Persist> effects) {
    try {
      for (ReplicaEffect.Persist effect : effects) {
        if (effect instanceof ReplicaEffect.Append append) {
          append(append);
        } else {
          writeRun();
          persist(effect);
        }
      }
      writeRun();
      return true;
    } catch (LogFailure e) {
      runFirst = null;
      replica.failed(e);
      return false;
    }
  }

  private void append(ReplicaEffect.Append effect) throws LogFailure {
    StoredBatch batch = (StoredBatch) effect.batch();
    if (batch.placed()) {
      joinRun(batch);
      return;
    }
    writeRun();
    requireEnd(effect.baseOffset());
    log.appendAsLeader(batch.slice(), effect.epoch(), around.clock().wallMs());
  }

  @SuppressWarnings("ReferenceEquality") // Two buffers of equal bytes are not one run.
  private void joinRun(StoredBatch batch) throws LogFailure {
    StoredBatch first = runFirst;
    if (first != null && first.bytes() == batch.bytes() && runEnd == batch.position()) {
      runEnd = batch.end();
      return;
    }
    writeRun();
    runFirst = batch;
    runEnd = batch.end();
  }

  private void writeRun() throws LogFailure {
    StoredBatch first = runFirst;
    if (first != null) {
      runFirst = null;
      requireEnd(first.baseOffset());
      log.appendAsFollower(first.bytes().duplicate().limit(runEnd).position(first.position()));
    }
  }

  private void persist(ReplicaEffect.Persist effect) throws LogFailure {
    if (effect instanceof ReplicaEffect.Flush flush) {
      flushGeneration = flush.generation();
      flush();
    } else if (effect instanceof ReplicaEffect.CheckpointHighWatermark checkpoint) {
      log.checkpoint(checkpoint.highWatermark());
    } else if (effect instanceof ReplicaEffect.PersistEpochStart start) {
      requireEnd(start.startOffset());
      log.startEpoch(
          start.epoch(), () -> replica.submit(new ReplicaEvent.EpochStartDurable(start.epoch())));
    } else if (effect instanceof ReplicaEffect.PersistAcceptedEpoch accepted) {
      log.acceptEpoch(
          accepted.epoch(),
          () -> replica.submit(new ReplicaEvent.AcceptedEpochDurable(accepted.epoch())));
    } else if (effect instanceof ReplicaEffect.TruncateTo cut) {
      log.truncateTo(cut.offset());
      requireEnd(cut.offset());
    } else {
      throw new IllegalStateException("no such effect: " + effect);
    }
  }

  private void flush() {
    if (around.settings().replica().flush() == Flush.EACH) {
      log.flushAlone();
    } else {
      log.flush();
    }
  }

  /** The protocol's count of offsets and the log's must never part. */
  private void requireEnd(long offset) {
    if (log.endOffset() != offset) {
      throw new IllegalStateException(
          partition + ": the log ends at " + log.endOffset() + ", not at " + offset);
    }
  }

  private void send(ReplicaEffect.Send effect) {
    if (effect instanceof ReplicaEffect.AnswerFetch answer) {
      Asker asker = askers.remove(answer.requestId());
      if (asker != null) {
        answerFetch(asker, answer);
      }
    } else if (effect instanceof ReplicaEffect.SendFetch fetch) {
      sendFetch(fetch);
    } else if (effect instanceof ReplicaEffect.SendDurableReport report) {
      around.peers().tell(report.leader(), new ReplicaMessage.Report(report.report()));
    } else if (effect instanceof ReplicaEffect.ProposeIsr proposal) {
      around
          .coordination()
          .changeInSyncSet(
              partition,
              proposal.proposed(),
              proposal.expectedVersion(),
              outcome ->
                  replica.submit(
                      new ReplicaEvent.ProposalAnswered(proposal.proposed().nonce(), outcome)));
    } else if (effect instanceof ReplicaEffect.ReadState) {
      around
          .coordination()
          .readState(partition, state -> replica.submit(new ReplicaEvent.StateRead(state)));
    } else if (effect instanceof ReplicaEffect.ConfirmState confirm) {
      around
          .coordination()
          .confirmState(
              partition,
              confirm.version(),
              outcome ->
                  replica.submit(
                      new ReplicaEvent.StateConfirmed(
                          confirm.version(), outcome instanceof WriteOutcome.Committed)));
    } else {
      throw new IllegalStateException("no such effect: " + effect);
    }
  }

  private void answerFetch(Asker asker, ReplicaEffect.AnswerFetch answer) {
    try {
      answers.fetch(asker, answer);
    } catch (LogFailure e) {
      asker.connection().close("the log could not be read: " + e.getMessage());
      replica.failed(e);
    }
  }

  private void sendFetch(ReplicaEffect.SendFetch fetch) {
    FetchRequest request = fetch.request();
    Runnable lost = () -> replica.submit(new ReplicaEvent.FetchFailed(request.correlationId()));
    around
        .peers()
        .request(
            fetch.leader(),
            new ReplicaMessage.Fetch(request),
            around.settings().replica().times().fetchTimeoutMs(),
            (reply, payload) -> {
              if (reply instanceof ReplicaMessage.FetchReply answer) {
                replica.fetched(answer.response(), payload);
              } else {
                lost.run();
              }
            },
            lost);
  }

  private void acknowledge(ReplicaEffect.Acknowledge effect, boolean stored) {
    if (effect instanceof ReplicaEffect.AnswerProduce answer) {
      Asker asker = askers.remove(answer.requestId());
      if (asker != null) {
        answers.produce(asker, answer, stored);
      }
    } else if (effect instanceof ReplicaEffect.AnswerRead answer) {
      Asker asker = askers.remove(answer.requestId());
      if (asker != null) {
        answerRead(asker, answer);
      }
    } else if (effect instanceof ReplicaEffect.CommittedRecordsLost lost) {
      logLoss(lost);
    } else if (effect instanceof ReplicaEffect.Removed removed) {
      replica.removed(removed.epoch());
    } else if (effect instanceof ReplicaEffect.Halted halted) {
      around.failed().accept(partition + ": " + halted.reason());
    } else {
      throw new IllegalStateException("no such effect: " + effect);
    }
  }

  private void logLoss(ReplicaEffect.CommittedRecordsLost lost) {
    if (lost.toOffset() > lost.fromOffset()) {
      LOG.error(
          "{}: records {} to {} were committed and are lost by an unclean election",
          partition,
          lost.fromOffset(),
          lost.toOffset() - 1);
    }
    if (lost.cutToOffset() > lost.toOffset()) {
      LOG.warn(
          "{}: records {} to {} are cut where unclean elections are allowed, and are lost if this"
              + " replica led alone when it stopped",
          partition,
          lost.toOffset(),
          lost.cutToOffset() - 1);
    }
  }

  private void answerRead(Asker asker, ReplicaEffect.AnswerRead answer) {
    try {
      answers.read(asker, answer);
    } catch (LogFailure e) {
      answers.storageFailed(asker, e);
      replica.failed(e);
    }
  }
}
