package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import java.nio.ByteBuffer;

/** Checks bytes that came from the disk before anybody believes them. */
final class SliceCheck {
  private SliceCheck() {}

  /**
   * Checks that bytes are whole, intact batches.
   *
   * @param slice what was to be read
   * @param bytes from position to limit what was read
   */
  static void check(LogSlice slice, ByteBuffer bytes) throws LogFailure {
    int start = bytes.position();
    int at = start;
    long offset = slice.fromOffset();
    while (at < bytes.limit()) {
      try {
        var header = BatchBytes.checked(bytes, at);
        if (header.baseOffset() != offset) {
          throw damaged(slice, at - start, offset, "a batch of another place");
        }
        offset = header.nextOffset();
        at += header.bytes();
      } catch (BatchException e) {
        throw damaged(slice, at - start, offset, e.fault().words());
      }
    }
  }

  private static LogFailure damaged(LogSlice slice, int relative, long offset, String what) {
    Damage damage =
        new Damage(slice.segment().path(), slice.position() + (long) relative, offset, what);
    return new LogFailure(LogFailure.Kind.DAMAGED, damage.toString(), null);
  }
}
