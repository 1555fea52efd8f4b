package io.rvi.isr.sim;

import io.rvi.isr.protocol.EpochHistory;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ProducerState;
import io.rvi.isr.protocol.RecoveredLog;
import io.rvi.isr.protocol.ReplicaConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A node's storage. What was written but not forced lies in the page cache: a killed process leaves
 * it there, a power loss may take any tail of it.
 */
final class SimDisk {
  private final List<SimBatch> batches = new ArrayList<>();
  private final List<OffsetAndEpoch> epochStarts = new ArrayList<>();
  // For each offset a hash of the log up to it, so that equal prefixes are compared at once.
  private long[] prefixHashes = new long[32];
  private long end;
  private long durableEnd;
  private long highWatermark;
  private long acceptedEpoch = EpochHistory.NO_EPOCH;
  private int cuts;
  // Whether there is a replica, and not only what is remembered of one.
  private boolean hosts = true;
  private UUID storageId;

  SimDisk(UUID storageId) {
    this.storageId = storageId;
  }

  UUID storageId() {
    return storageId;
  }

  long end() {
    return end;
  }

  long durableEnd() {
    return durableEnd;
  }

  /** A hash of all records below {@code offset}, with their epochs. */
  long prefixHash(long offset) {
    return offset == 0 ? 0 : prefixHashes[(int) offset - 1];
  }

  SimBatch last() {
    return batches.get(batches.size() - 1);
  }

  List<SimBatch> batches() {
    return batches;
  }

  void append(SimBatch batch) {
    batches.add(batch);
    for (int i = 0; i < batch.count(); i++) {
      long record = SimRandom.mix(batch.record(i)) + batch.epoch();
      long hash = SimRandom.mix(prefixHash(end) * 31 + SimRandom.mix(record));
      if (end == prefixHashes.length) {
        prefixHashes = Arrays.copyOf(prefixHashes, 2 * prefixHashes.length);
      }
      prefixHashes[(int) end++] = hash;
    }
  }

  /** Whole batches from an offset on, below a limit, at most so many. */
  List<SimBatch> read(long from, long upTo, int max) {
    List<SimBatch> read = new ArrayList<>();
    for (int i = batches.size() - 1; i >= 0 && batches.get(i).baseOffset() >= from; i--) {
      if (batches.get(i).baseOffset() < upTo) {
        read.add(0, batches.get(i));
      }
    }
    return read.size() > max ? read.subList(0, max) : read;
  }

  /** Cuts the end, durably. */
  void truncateTo(long offset) {
    while (!batches.isEmpty() && last().baseOffset() >= offset) {
      batches.remove(batches.size() - 1);
    }
    if (!batches.isEmpty() && last().baseOffset() + last().count() > offset) {
      // A batch that straddles the cut: keep what lies below.
      SimBatch cut = batches.remove(batches.size() - 1);
      int kept = (int) (offset - cut.baseOffset());
      batches.add(
          new SimBatch(
              cut.baseOffset(),
              cut.epoch(),
              kept,
              cut.producerId(),
              cut.firstSequence(),
              cut.producerEpoch()));
    }
    end = offset;
    cuts++;
    durableEnd = Math.min(durableEnd, offset);
    epochStarts.removeIf(start -> start.offset() > offset);
  }

  /**
   * How often the end was cut: an fsync that began before a cut says nothing of what came after.
   */
  int cuts() {
    return cuts;
  }

  void forced(long upTo, int cutsBefore) {
    if (cuts == cutsBefore) {
      durableEnd = Math.max(durableEnd, upTo);
    }
  }

  void checkpoint(long value) {
    highWatermark = value;
  }

  void persistEpochStart(OffsetAndEpoch start) {
    epochStarts.add(start);
    persistAcceptedEpoch(start.epoch());
  }

  /** Lies beside the log: no cut and no power loss takes it, once it is forced. */
  void persistAcceptedEpoch(long epoch) {
    acceptedEpoch = Math.max(acceptedEpoch, epoch);
  }

  /** Whether a cut at an offset leaves whole batches. */
  boolean isBatchEnd(long offset) {
    for (int i = batches.size() - 1; i >= 0; i--) {
      SimBatch batch = batches.get(i);
      if (batch.baseOffset() < offset) {
        return batch.baseOffset() + batch.count() <= offset;
      }
    }
    return true;
  }

  /**
   * A power loss: the unforced tail goes, from some batch on. A torn batch, or one that is missing
   * before others, is the same as a shorter log, as recovery keeps the longest valid prefix (R15).
   * What was forced beside the log, starts of epochs, may lie beyond its end now.
   */
  void losePower(SimRandom random, UUID identityAfter) {
    long lost = random.between(durableEnd, end);
    while (!batches.isEmpty() && end > durableEnd && end > lost) {
      SimBatch gone = batches.remove(batches.size() - 1);
      end = gone.baseOffset();
    }
    durableEnd = Math.min(durableEnd, end);
    storageId = identityAfter;
  }

  /** An orderly stop: everything is forced. */
  void close(long lastHighWatermark) {
    durableEnd = end;
    highWatermark = lastHighWatermark;
  }

  /** The replica is deleted; in which epoch it was is remembered (R19). */
  void remove(long epoch) {
    truncateTo(0);
    epochStarts.clear();
    highWatermark = 0;
    hosts = false;
    persistAcceptedEpoch(epoch);
  }

  /** A replica is here from now on. */
  void host() {
    hosts = true;
  }

  boolean hosts() {
    return hosts;
  }

  /** A new disk. */
  void wipe(UUID identityAfter) {
    batches.clear();
    epochStarts.clear();
    acceptedEpoch = EpochHistory.NO_EPOCH;
    end = 0;
    durableEnd = 0;
    highWatermark = 0;
    storageId = identityAfter;
  }

  static UUID uuid(SimRandom random) {
    return new UUID(random.next(), random.next());
  }

  RecoveredLog recover(ReplicaConfig config) {
    List<OffsetAndEpoch> found = new ArrayList<>();
    ProducerState producers = new ProducerState(config.dedupBatchesMax(), config.producersMax());
    long latest = EpochHistory.NO_EPOCH;
    for (SimBatch batch : batches) {
      if (batch.epoch() != latest) {
        latest = batch.epoch();
        found.add(new OffsetAndEpoch(batch.baseOffset(), latest));
      }
      producers.append(batch, batch.baseOffset(), highWatermark);
    }
    EpochHistory epochs = EpochHistory.recover(found, epochStarts, end);
    return new RecoveredLog(end, durableEnd, highWatermark, epochs, producers, acceptedEpoch);
  }

  @Override
  public String toString() {
    return batches.toString();
  }
}
