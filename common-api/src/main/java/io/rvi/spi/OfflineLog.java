package io.rvi.spi;

import java.io.IOException;
import java.util.Optional;

/**
 * The log of one partition as the directory of a stopped node holds it, read from its first record
 * to its last without starting the node. For verdicts where no quorum is left to ask.
 *
 * <p>Reading changes nothing in the directory. What it returns was written, which does not say that
 * it was committed: only what lies below {@link #highWatermark} is known to be.
 */
public interface OfflineLog extends AutoCloseable {
  /**
   * The high watermark that the replica had noted on its disk, a lower bound of the true one; 0
   * where it had noted none.
   */
  long highWatermark();

  /**
   * The next record, in the order of offsets, or empty after the last. A torn record at the very
   * end counts as not written.
   *
   * @throws IOException when the log is damaged before its end or can't be read; the message names
   *     the file and the position
   */
  Optional<Entry> next() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * A record as it lies on disk.
   *
   * @param offset its offset, 0 or more
   * @param epoch the leader epoch (Raft: term) in which it was written
   * @param payload its bytes; owned by the receiver
   */
  @SuppressWarnings("ArrayRecordComponent") // The array is handed over, never shared.
  record Entry(long offset, long epoch, byte[] payload) {}
}
