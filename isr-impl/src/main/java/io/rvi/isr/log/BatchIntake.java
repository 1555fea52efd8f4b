package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks batches before they are appended: what is wrong is refused, and the log stays as it is.
 */
final class BatchIntake {
  private BatchIntake() {}

  /**
   * Reads the header of a batch that the caller stamped.
   *
   * @param batch at its position
   * @param endOffset the log's end
   * @param directory of the log, for the message
   */
  static BatchHeader header(ByteBuffer batch, long endOffset, Path directory) throws LogFailure {
    try {
      return BatchBytes.header(batch, batch.position());
    } catch (BatchException e) {
      throw refused(e.fault().words(), endOffset, directory);
    }
  }

  /**
   * Checks that a leader's batches are intact and continue the log.
   *
   * @param batches from position to limit; not changed
   * @param endOffset the log's end
   * @param newestEpoch the log's newest epoch
   * @param directory of the log, for the message
   * @return their headers
   */
  static List<BatchHeader> check(
      ByteBuffer batches, long endOffset, long newestEpoch, Path directory) throws LogFailure {
    List<BatchHeader> headers = new ArrayList<>();
    long expected = endOffset;
    long epoch = newestEpoch;
    int position = batches.position();
    while (position < batches.limit()) {
      BatchHeader header = checked(batches, position, endOffset, directory);
      if (header.baseOffset() != expected || header.epoch() < epoch) {
        String why =
            "a batch at offset "
                + header.baseOffset()
                + " of epoch "
                + header.epoch()
                + " where "
                + expected
                + " and epoch "
                + epoch
                + " or later is due";
        throw refused(why, endOffset, directory);
      }
      headers.add(header);
      expected = header.nextOffset();
      epoch = header.epoch();
      position += header.bytes();
    }
    return headers;
  }

  private static BatchHeader checked(
      ByteBuffer batches, int position, long endOffset, Path directory) throws LogFailure {
    try {
      return BatchBytes.checked(batches, position);
    } catch (BatchException e) {
      throw refused(e.fault().words(), endOffset, directory);
    }
  }

  private static LogFailure refused(String why, long endOffset, Path directory) {
    return new LogFailure(
        LogFailure.Kind.REFUSED,
        "append at offset " + endOffset + " of " + directory + " refused: " + why,
        null);
  }
}
