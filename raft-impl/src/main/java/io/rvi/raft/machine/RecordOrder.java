package io.rvi.raft.machine;

import io.rvi.raft.wire.AppendReply;
import io.rvi.raft.wire.AppendRequest;

/**
 * Which batches of a log are records, and at which offsets: the replicated state of a partition.
 *
 * <p>Batches are applied by one thread, in log order; offsets may be looked up by others.
 */
public final class RecordOrder {
  private final OffsetIndex index = new OffsetIndex();
  private final ProducerTable producers = new ProducerTable();

  /** The state before the first entry. */
  public RecordOrder() {}

  /**
   * Applies a batch.
   *
   * @param batch the batch
   * @param term its entry's term
   * @param logIndex its entry's index
   * @return what became of it
   */
  public AppendReply apply(AppendRequest batch, long term, long logIndex) {
    return switch (producers.check(batch)) {
      case NEW -> {
        long offset = index.append(logIndex, batch.count());
        producers.stored(batch, offset);
        yield new AppendReply(AppendReply.Verdict.STORED, offset, term);
      }
      case DUPLICATE ->
          new AppendReply(AppendReply.Verdict.STORED, producers.offsetOf(batch), term);
      case OUT_OF_SEQUENCE -> new AppendReply(AppendReply.Verdict.OUT_OF_SEQUENCE, -1, term);
      case SETTLED -> new AppendReply(AppendReply.Verdict.SETTLED, -1, term);
    };
  }

  /** The offset after the last record applied. */
  public long end() {
    return index.end();
  }

  /** Where the records lie. */
  OffsetIndex index() {
    return index;
  }
}
