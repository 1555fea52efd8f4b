package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.rvi.api.Appended;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.UnknownOutcomeException;
import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchWriter;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A batch that was built and has not ended. Its bytes stay as they are over all attempts, unless no
 * leader can have stored it.
 */
final class OutgoingBatch {
  private final List<PendingAppend> appends;
  private final long payloadBytes;
  private final ByteBuf bytes;
  private long firstSequence;
  private int producerEpoch;

  /** Counts sends; a reply to an earlier send than this one is not waited for any more. */
  private int attempt;

  /** Whether the last send has no reply yet and is still waited for. */
  private boolean awaiting;

  /** Whether some send may have stored the batch; never false again. */
  private boolean maybeStored;

  private long sentNanos;

  private OutgoingBatch(List<PendingAppend> appends, long payloadBytes, ByteBuf bytes) {
    this.appends = appends;
    this.payloadBytes = payloadBytes;
    this.bytes = bytes;
  }

  /** Builds a batch and gives it a place in the producer's sequence. */
  static OutgoingBatch build(List<PendingAppend> appends, ProducerSequence sequence) {
    long payloadBytes = 0;
    for (PendingAppend append : appends) {
      payloadBytes += append.payload().length;
    }
    int size =
        Math.toIntExact(
            BatchBytes.HEADER_BYTES
                + payloadBytes
                + (long) appends.size() * BatchBytes.RECORD_OVERHEAD_BYTES);
    ByteBuf bytes = PooledByteBufAllocator.DEFAULT.directBuffer(size, size);
    ByteBuffer target = bytes.internalNioBuffer(0, size);
    int start = target.position();
    BatchWriter writer = new BatchWriter(target);
    for (PendingAppend append : appends) {
      writer.add(append.payload());
    }
    OutgoingBatch batch = new OutgoingBatch(appends, payloadBytes, bytes);
    batch.firstSequence = sequence.take(appends.size());
    batch.producerEpoch = sequence.epoch();
    writer.finish(sequence.producerId(), batch.producerEpoch, batch.firstSequence);
    assert target.position() - start == size;
    bytes.writerIndex(size);
    return batch;
  }

  /** Gives the batch a new place in the sequence. Only while no leader can have stored it. */
  void resequence(ProducerSequence sequence) {
    if (maybeStored || awaiting) {
      throw new IllegalStateException("a batch that may be stored keeps its place");
    }
    firstSequence = sequence.take(appends.size());
    producerEpoch = sequence.epoch();
    ByteBuffer target = bytes.internalNioBuffer(0, bytes.readableBytes());
    BatchWriter.identify(
        target, target.position(), sequence.producerId(), producerEpoch, firstSequence);
  }

  int producerEpoch() {
    return producerEpoch;
  }

  /** The bytes for one send, which the send releases. */
  ByteBuf share() {
    return bytes.retainedDuplicate();
  }

  long payloadBytes() {
    return payloadBytes;
  }

  /** When the batch ends at the latest: with the first of its appends. */
  long endNanos() {
    return appends.get(0).endNanos();
  }

  boolean awaiting() {
    return awaiting;
  }

  boolean maybeStored() {
    return maybeStored;
  }

  long sentNanos() {
    return sentNanos;
  }

  /** Notes a send. */
  int sent(long nowNanos) {
    awaiting = true;
    sentNanos = nowNanos;
    return ++attempt;
  }

  boolean isCurrent(int sentAttempt) {
    return awaiting && attempt == sentAttempt;
  }

  /** Notes that the last send failed, or is not waited for any more. */
  void attemptEnded(boolean mayHaveStored) {
    awaiting = false;
    maybeStored |= mayHaveStored;
  }

  /** Ends all appends as committed. */
  void committed(long baseOffset, long epoch) {
    for (int i = 0; i < appends.size(); i++) {
      appends.get(i).complete(new Appended(baseOffset + i, epoch));
    }
  }

  /** Ends all appends as not committed, or as unknown where a leader may have stored them. */
  void failed(ErrorCode code, String message) {
    LogException failure =
        maybeStored || awaiting
            ? new UnknownOutcomeException(code, message)
            : new NotCommittedException(code, message);
    for (PendingAppend append : appends) {
      append.completeExceptionally(failure);
    }
  }

  void release() {
    bytes.release();
  }
}
