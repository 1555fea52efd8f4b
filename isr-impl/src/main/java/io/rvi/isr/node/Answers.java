package io.rvi.isr.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.LogSlice;
import io.rvi.isr.log.PartitionLog;
import io.rvi.isr.protocol.ProduceError;
import io.rvi.isr.protocol.ReadError;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.isr.wire.ReplicaMessage;
import io.rvi.isr.wire.WireError;
import org.jspecify.annotations.Nullable;

/** Puts a replica's answers into messages, with the records that they carry. */
final class Answers {
  private final TopicPartition partition;
  private final PartitionLog log;
  private final ClusterView view;

  Answers(TopicPartition partition, PartitionLog log, ClusterView view) {
    this.partition = partition;
    this.log = log;
    this.view = view;
  }

  void fetch(Asker asker, ReplicaEffect.AnswerFetch answer) throws LogFailure {
    long from = answer.head().fetchOffset();
    ByteBuf payload =
        answer.upToOffset() > from
            ? batches(log.find(from, answer.upToOffset(), answer.maxBytes()))
            : null;
    asker
        .connection()
        .reply(asker.correlation(), new ReplicaMessage.FetchReply(answer.head()), payload);
  }

  void produce(Asker asker, ReplicaEffect.AnswerProduce answer, boolean stored) {
    if (!stored) {
      refuse(asker, WireError.STORAGE, "the log of " + partition + " could not be written");
    } else if (answer.error() == ProduceError.NONE) {
      asker
          .connection()
          .reply(
              asker.correlation(),
              new ClientMessage.ProduceReply(answer.baseOffset(), answer.epoch()));
    } else {
      refuse(asker, errorOf(answer.error()), partition + ": " + answer.error());
    }
  }

  void read(Asker asker, ReplicaEffect.AnswerRead answer) throws LogFailure {
    long from = answer.fromOffset();
    if (answer.error() != ReadError.NONE) {
      refuseRead(asker, answer);
    } else if (from >= 0 && from < log.startOffset()) {
      refuse(asker, WireError.OFFSET_OUT_OF_RANGE, range(from, answer.highWatermark()));
    } else {
      ByteBuf payload =
          from >= 0 && from < answer.highWatermark()
              ? batches(log.find(from, answer.highWatermark(), answer.maxBytes()))
              : null;
      asker
          .connection()
          .reply(
              asker.correlation(),
              new ClientMessage.ReadReply(log.startOffset(), answer.highWatermark()),
              payload);
    }
  }

  void storageFailed(Asker asker, LogFailure failure) {
    refuse(asker, WireError.STORAGE, String.valueOf(failure.getMessage()));
  }

  private void refuseRead(Asker asker, ReplicaEffect.AnswerRead answer) {
    String detail =
        answer.error() == ReadError.OFFSET_OUT_OF_RANGE
            ? range(answer.fromOffset(), answer.highWatermark())
            : partition + ": " + answer.error();
    refuse(asker, errorOf(answer.error()), detail);
  }

  private String range(long offset, long highWatermark) {
    return "offset "
        + offset
        + " of "
        + partition
        + " is outside the readable range ["
        + log.startOffset()
        + ", "
        + highWatermark
        + "]";
  }

  private void refuse(Asker asker, WireError error, String detail) {
    int hint = error == WireError.NOT_LEADER ? view.leaderId(partition) : 0;
    asker.connection().refuse(asker.correlation(), error, hint, detail);
  }

  private @Nullable ByteBuf batches(LogSlice slice) throws LogFailure {
    if (slice.bytes() == 0) {
      return null;
    }
    ByteBuf payload = PooledByteBufAllocator.DEFAULT.directBuffer(slice.bytes(), slice.bytes());
    try {
      log.read(slice, payload.internalNioBuffer(0, slice.bytes()));
    } catch (LogFailure e) {
      payload.release();
      throw e;
    }
    return payload.writerIndex(slice.bytes());
  }

  private static WireError errorOf(ProduceError error) {
    return switch (error) {
      case NONE -> throw new IllegalArgumentException("no error");
      case NOT_LEADER -> WireError.NOT_LEADER;
      case NOT_ENOUGH_REPLICAS -> WireError.NOT_ENOUGH_REPLICAS;
      case OVERLOADED -> WireError.OVERLOADED;
      case OUT_OF_ORDER_SEQUENCE -> WireError.OUT_OF_ORDER_SEQUENCE;
      case FENCED_PRODUCER -> WireError.STALE_PRODUCER_EPOCH;
      case DUPLICATE_FORGOTTEN -> WireError.FORGOTTEN_DUPLICATE;
      case EPOCH_CHANGED -> WireError.LEADER_CHANGED;
      case TIMED_OUT -> WireError.NOT_ENOUGH_REPLICAS_AFTER_APPEND;
      case STORAGE -> WireError.STORAGE;
    };
  }

  private static WireError errorOf(ReadError error) {
    return switch (error) {
      case NONE -> throw new IllegalArgumentException("no error");
      case NOT_LEADER -> WireError.NOT_LEADER;
      case OFFSET_OUT_OF_RANGE -> WireError.OFFSET_OUT_OF_RANGE;
      case NOT_READY, NOT_CONFIRMED -> WireError.NOT_READY;
      case UNSUPPORTED -> WireError.UNSUPPORTED;
      case OVERLOADED -> WireError.OVERLOADED;
      case STORAGE -> WireError.STORAGE;
    };
  }
}
