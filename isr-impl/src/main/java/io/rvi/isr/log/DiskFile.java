package io.rvi.isr.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. {@link #force} may run in one thread while another writes. */
public interface DiskFile extends Closeable {
  /**
   * Writes all remaining bytes of a buffer at a position.
   *
   * @param bytes what to write; its position moves to its limit
   * @param position in the file, 0 or more; beyond the end leaves zeros between
   */
  void write(ByteBuffer bytes, long position) throws IOException;

  /**
   * Reads from a position until the buffer is full or the file ends.
   *
   * @param target where to; its position moves past what was read
   * @param position in the file, 0 or more
   * @return the bytes read, 0 at or beyond the end
   */
  int read(ByteBuffer target, long position) throws IOException;

  /** Makes everything durable that was written, or cut, before the call. */
  void force() throws IOException;

  /**
   * Cuts the file.
   *
   * @param size its new size, at most the present one
   */
  void truncate(long size) throws IOException;

  /** The file's size in bytes. */
  long size() throws IOException;
}
