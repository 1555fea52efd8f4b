package io.rvi.bench.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * The appends of a history, in columns: some 32 bytes each. An append is named by its id: its
 * producer and its sequence in one long.
 */
final class Appends {
  /** Set on an append that a whole live scan found. */
  static final int SEEN_LIVE = 1 << 4;

  /** Set on an append that an offline scan found. */
  static final int ON_DISK = 1 << 5;

  private static final int SEQUENCE_BITS = 40;
  private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
  private static final int PRODUCERS_MAX = 1 << 16;
  private static final int PRESENT = 1;
  private static final int OUTCOME_SHIFT = 1;
  private static final int OUTCOME_MASK = 3;
  private static final int HASH_SHIFT = 32;

  /** One producer's appends by sequence. */
  private static final class Columns {
    /** One more than the largest sequence. */
    private long end;

    private final LongColumn sentNs = new LongColumn();
    private final LongColumn endedNs = new LongColumn();

    /** Where it was acknowledged or else first seen, plus 1; 0 for nowhere. */
    private final LongColumn offsetPlusOne = new LongColumn();

    /** Bit 0: present; bits 1 and 2: outcome; bits 4 and 5: flags; the upper half: hash. */
    private final LongColumn meta = new LongColumn();
  }

  private final List<Columns> producers = new ArrayList<>();
  private final long[] outcomes = new long[AppendOutcome.values().length];
  private long firstSentNs = Long.MAX_VALUE;
  private long lastEndedNs = Long.MIN_VALUE;

  /**
   * Takes an append.
   *
   * @throws IOException when the history can't be true: two appends of one name
   */
  void add(HistoryEvent.Append append) throws IOException {
    int producer = append.producer();
    long sequence = append.sequence();
    if (producer < 0 || producer >= PRODUCERS_MAX || sequence < 0 || sequence > SEQUENCE_MASK) {
      throw new IOException("ill-formed history: impossible producer or sequence in " + append);
    }
    while (producers.size() <= producer) {
      producers.add(new Columns());
    }
    Columns columns = producers.get(producer);
    if (columns.meta.get(sequence) != 0) {
      throw new IOException("ill-formed history: a second append of one name, " + append);
    }
    columns.end = Math.max(columns.end, sequence + 1);
    columns.sentNs.set(sequence, append.sentNs());
    columns.endedNs.set(sequence, append.endedNs());
    columns.offsetPlusOne.set(
        sequence, append.outcome() == AppendOutcome.COMMITTED ? append.offset() + 1 : 0);
    columns.meta.set(
        sequence,
        ((long) append.hash() << HASH_SHIFT)
            | (long) append.outcome().code() << OUTCOME_SHIFT
            | PRESENT);
    outcomes[append.outcome().code()]++;
    firstSentNs = Math.min(firstSentNs, append.sentNs());
    if (append.endedNs() != HistoryEvent.NEVER_NS) {
      lastEndedNs = Math.max(lastEndedNs, append.endedNs());
    }
  }

  static long id(int producer, long sequence) {
    return (long) producer << SEQUENCE_BITS | sequence;
  }

  static int producer(long id) {
    return (int) (id >>> SEQUENCE_BITS);
  }

  static long sequence(long id) {
    return id & SEQUENCE_MASK;
  }

  /** Whether the history has this append. */
  boolean has(int producer, long sequence) {
    return producer >= 0
        && producer < producers.size()
        && sequence >= 0
        && sequence < producers.get(producer).end
        && producers.get(producer).meta.get(sequence) != 0;
  }

  private Columns columns(long id) {
    return producers.get(producer(id));
  }

  AppendOutcome outcome(long id) {
    int code = (int) (columns(id).meta.get(sequence(id)) >>> OUTCOME_SHIFT) & OUTCOME_MASK;
    return AppendOutcome.ofCode(code);
  }

  int hash(long id) {
    return (int) (columns(id).meta.get(sequence(id)) >>> HASH_SHIFT);
  }

  long sentNs(long id) {
    return columns(id).sentNs.get(sequence(id));
  }

  long endedNs(long id) {
    return columns(id).endedNs.get(sequence(id));
  }

  /** Where it was acknowledged or else first seen; -1 for nowhere. */
  long offset(long id) {
    return columns(id).offsetPlusOne.get(sequence(id)) - 1;
  }

  void place(long id, long offset) {
    columns(id).offsetPlusOne.set(sequence(id), offset + 1);
  }

  void mark(long id, int flag) {
    LongColumn meta = columns(id).meta;
    meta.set(sequence(id), meta.get(sequence(id)) | flag);
  }

  boolean isMarked(long id, int flag) {
    return (columns(id).meta.get(sequence(id)) & flag) != 0;
  }

  /** How many there are. */
  long count() {
    return outcomes[0] + outcomes[1] + outcomes[2];
  }

  long count(AppendOutcome outcome) {
    return outcomes[outcome.code()];
  }

  int producers() {
    return producers.size();
  }

  /** When the last one ended; the least long when none did. */
  long lastEndedNs() {
    return lastEndedNs;
  }

  /** Visits the id of each append with an outcome. */
  void forEach(AppendOutcome outcome, LongConsumer visitor) {
    for (int producer = 0; producer < producers.size(); producer++) {
      for (long sequence = 0; sequence < producers.get(producer).end; sequence++) {
        long id = id(producer, sequence);
        if (has(producer, sequence) && outcome(id) == outcome) {
          visitor.accept(id);
        }
      }
    }
  }

  /** Names an append and says how it went, for messages. */
  String describe(long id) {
    String how =
        switch (outcome(id)) {
          case COMMITTED -> "acknowledged";
          case NOT_COMMITTED -> "not committed";
          case UNKNOWN -> "unknown";
        };
    String ended = endedNs(id) == HistoryEvent.NEVER_NS ? "never" : "at " + time(endedNs(id));
    return String.format(
        Locale.ROOT,
        "append p%d#%d (sent at %s, %s %s)",
        producer(id),
        sequence(id),
        time(sentNs(id)),
        how,
        ended);
  }

  /** A time of the history, from its first append on, for messages. */
  String time(long timeNs) {
    return String.format(Locale.ROOT, "%.6f s", (timeNs - firstSentNs) / 1e9);
  }
}
