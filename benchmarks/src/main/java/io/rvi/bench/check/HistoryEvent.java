package io.rvi.bench.check;

import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import java.util.List;

/** One line of a history. An operation is one event, written when it has ended. */
public sealed interface HistoryEvent {
  /** The time of something that did not happen. */
  long NEVER_NS = Long.MAX_VALUE;

  /**
   * What the history is about: the first event.
   *
   * @param log the topic and partition, for messages
   * @param replicas the names of the replicas, as offline scans give them
   */
  record Begun(String log, List<String> replicas) implements HistoryEvent {
    /** Copies the list. */
    public Begun {
      replicas = List.copyOf(replicas);
    }
  }

  /**
   * An append.
   *
   * @param producer who, 0 or more
   * @param sequence which of the producer's appends, from 0, in the order of its calls
   * @param hash of the payload
   * @param intendedNs when it was due
   * @param sentNs when it was sent
   * @param endedNs when it ended; {@link #NEVER_NS} if it had not when the history was closed
   * @param outcome how
   * @param offset where it was acknowledged; -1 unless committed
   */
  record Append(
      int producer,
      long sequence,
      int hash,
      long intendedNs,
      long sentNs,
      long endedNs,
      AppendOutcome outcome,
      long offset)
      implements HistoryEvent {}

  /**
   * A record that somebody saw.
   *
   * @param offset where
   * @param producer who appended it; -1 if it does not say, or is damaged
   * @param sequence as which of its appends
   * @param hash of the payload
   */
  record Observed(long offset, int producer, long sequence, int hash) {}

  /**
   * A read that was answered, or a question for the high watermark, which brings no records.
   *
   * @param reader who; one reader does one read at a time
   * @param consistency the level
   * @param sentNs when it was sent
   * @param endedNs when it was answered
   * @param highWatermark as the answer had it
   * @param records what came
   */
  record Read(
      int reader,
      Consistency consistency,
      long sentNs,
      long endedNs,
      long highWatermark,
      List<Observed> records)
      implements HistoryEvent {
    /** Copies the list. */
    public Read {
      records = List.copyOf(records);
    }
  }

  /**
   * A read that failed.
   *
   * @param reader who
   * @param sentNs when it was sent
   * @param endedNs when it failed
   * @param code why
   */
  record ReadFailed(int reader, long sentNs, long endedNs, ErrorCode code)
      implements HistoryEvent {}

  /** Where a scan reads. */
  enum ScanKind {
    /** The log as the cluster serves it, after the load and once faults have healed. */
    LIVE,
    /** The directory of one stopped replica. */
    OFFLINE
  }

  /**
   * A scan of the whole log begins.
   *
   * @param scan its number in this history, from 0
   * @param kind where it reads
   * @param source who reads or, for an offline one, the replica's name
   * @param highWatermark below it records are known to be committed: for a live scan its goal, for
   *     an offline one what the replica had noted
   * @param startedNs when
   */
  record ScanBegun(int scan, ScanKind kind, String source, long highWatermark, long startedNs)
      implements HistoryEvent {}

  /**
   * The next records of a scan.
   *
   * @param scan its number
   * @param records in the order read
   */
  record Scanned(int scan, List<Observed> records) implements HistoryEvent {
    /** Copies the list. */
    public Scanned {
      records = List.copyOf(records);
    }
  }

  /**
   * A scan ended.
   *
   * @param scan its number
   * @param complaint empty when it read all there is, else what stopped it
   */
  record ScanEnded(int scan, String complaint) implements HistoryEvent {}
}
