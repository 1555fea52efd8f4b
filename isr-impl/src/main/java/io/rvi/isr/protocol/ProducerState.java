package io.rvi.isr.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log says of its producers, so that a retried batch is recognised and answered with the
 * offset it already has (R13, G13).
 *
 * <p>For each producer the last batches are remembered: all that may still be cut from the log, and
 * as many committed ones below as a producer can have under way. So cutting the log at or above the
 * high watermark never forgets a sequence, and nothing needs to be read again.
 *
 * <p>Rebuilt from the log at start: {@link #append} each batch in order. Mutable, single-threaded.
 */
public final class ProducerState {
  private final int committedBatchesMax;
  private final int producersMax;

  // In order of last activity, the longest silent first.
  private final Map<Long, Producer> producers = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * No producers yet.
   *
   * @param committedBatchesMax how many committed batches of each producer are remembered
   * @param producersMax how many producers are remembered
   */
  public ProducerState(int committedBatchesMax, int producersMax) {
    this.committedBatchesMax = committedBatchesMax;
    this.producersMax = producersMax;
  }

  /** What a batch from a client is, judged by its producer's past. */
  public sealed interface Verdict {
    /** The next in order: append it. */
    record Fresh() implements Verdict {}

    /**
     * It is in the log already.
     *
     * @param baseOffset where
     */
    record Duplicate(long baseOffset) implements Verdict {}

    /**
     * It must not be appended.
     *
     * @param error why
     */
    record Refused(ProduceError error) implements Verdict {}
  }

  private static final Verdict FRESH = new Verdict.Fresh();

  /** Judges a batch from a client. */
  public Verdict judge(RecordBatch batch) {
    if (batch.producerId() == RecordBatch.NO_PRODUCER) {
      return FRESH;
    }
    Producer producer = producers.get(batch.producerId());
    long first = batch.firstSequence();
    if (producer == null || batch.producerEpoch() > producer.epoch) {
      return first == 0 ? FRESH : new Verdict.Refused(ProduceError.OUT_OF_ORDER_SEQUENCE);
    }
    if (batch.producerEpoch() < producer.epoch) {
      return new Verdict.Refused(ProduceError.FENCED_PRODUCER);
    }
    if (first == producer.nextSequence) {
      return FRESH;
    }
    if (first > producer.nextSequence) {
      return new Verdict.Refused(ProduceError.OUT_OF_ORDER_SEQUENCE);
    }
    Stored stored = producer.find(first, batch.count());
    return stored != null
        ? new Verdict.Duplicate(stored.baseOffset)
        : new Verdict.Refused(ProduceError.DUPLICATE_FORGOTTEN);
  }

  /**
   * Notes a batch that was appended to the log.
   *
   * @param batch the batch
   * @param baseOffset where it was appended
   * @param highWatermark below which the log will not be cut
   */
  public void append(RecordBatch batch, long baseOffset, long highWatermark) {
    if (batch.producerId() == RecordBatch.NO_PRODUCER) {
      return;
    }
    Producer producer = producers.get(batch.producerId());
    if (producer == null) {
      producer = new Producer();
      producers.put(batch.producerId(), producer);
    }
    producer.append(batch, baseOffset);
    producer.forgetCommittedBeyond(committedBatchesMax, highWatermark);
    forgetSilentProducers(highWatermark);
  }

  /** Forgets what lies at or above a new log end. */
  public void truncateTo(long logEnd) {
    producers.values().removeIf(producer -> producer.truncateTo(logEnd));
  }

  /** Everything remembered, in order of offset: enough to rebuild this by {@link #append}. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    producers.forEach(
        (id, producer) -> {
          for (Stored stored : producer.batches) {
            entries.add(
                new Entry(id, stored.epoch, stored.firstSequence, stored.count, stored.baseOffset));
          }
        });
    entries.sort((a, b) -> Long.compare(a.baseOffset, b.baseOffset));
    return entries;
  }

  /** An independent copy with the same bounds. */
  public ProducerState copy() {
    ProducerState copy = new ProducerState(committedBatchesMax, producersMax);
    for (Entry entry : entries()) {
      copy.append(entry, entry.baseOffset, 0);
    }
    return copy;
  }

  private void forgetSilentProducers(long highWatermark) {
    if (producers.size() <= producersMax) {
      return;
    }
    var eldest = producers.entrySet().iterator();
    while (producers.size() > producersMax && eldest.hasNext()) {
      if (eldest.next().getValue().endOffset() <= highWatermark) {
        eldest.remove();
      }
    }
  }

  /**
   * A remembered batch: what a snapshot stores. It is a batch without a payload.
   *
   * @param producerId the producer
   * @param producerEpoch its epoch
   * @param firstSequence the sequence of the first record
   * @param count the number of records
   * @param baseOffset where it is in the log
   */
  public record Entry(
      long producerId, int producerEpoch, long firstSequence, int count, long baseOffset)
      implements RecordBatch {
    @Override
    public int sizeBytes() {
      return 0;
    }

    @Override
    public long epoch() {
      return EpochHistory.NO_EPOCH;
    }
  }

  private record Stored(int epoch, long firstSequence, int count, long baseOffset) {}

  /** One producer's past. */
  private static final class Producer {
    // In order of offset; a batch of an earlier producer epoch only before those of a later one.
    private final ArrayDeque<Stored> batches = new ArrayDeque<>(4);
    private int epoch;
    // The sequence after the last record of `epoch`.
    private long nextSequence;

    void append(RecordBatch batch, long baseOffset) {
      epoch = batch.producerEpoch();
      nextSequence = batch.firstSequence() + batch.count();
      batches.addLast(new Stored(epoch, batch.firstSequence(), batch.count(), baseOffset));
    }

    @Nullable Stored find(long firstSequence, int count) {
      for (Stored stored : batches) {
        boolean same =
            stored.epoch == epoch && stored.firstSequence == firstSequence && stored.count == count;
        if (same) {
          return stored;
        }
      }
      return null;
    }

    long endOffset() {
      Stored last = batches.getLast();
      return last.baseOffset + last.count;
    }

    /** Forgets the oldest batch while {@code max} later ones are committed too. */
    void forgetCommittedBeyond(int max, long highWatermark) {
      while (batches.size() > max && nthIsCommitted(max, highWatermark)) {
        batches.removeFirst();
      }
    }

    private boolean nthIsCommitted(int n, long highWatermark) {
      int index = 0;
      for (Stored stored : batches) {
        if (index++ == n) {
          return stored.baseOffset + stored.count <= highWatermark;
        }
      }
      return false;
    }

    /** Forgets what is cut; true if nothing is left. */
    boolean truncateTo(long logEnd) {
      while (!batches.isEmpty() && endOffset() > logEnd) {
        batches.removeLast();
      }
      if (batches.isEmpty()) {
        return true;
      }
      Stored last = batches.getLast();
      epoch = last.epoch;
      nextSequence = last.firstSequence + last.count;
      return false;
    }
  }
}
