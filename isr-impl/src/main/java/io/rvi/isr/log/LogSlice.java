package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Consecutive whole batches of a log, found and not yet read; valid until the log is truncated. */
public final class LogSlice {
  private final Segment segment;
  private final int position;
  private final int bytes;
  private final long fromOffset;
  private final long nextOffset;

  /** Whether this process wrote the bytes a moment ago, so that reading them needs no check. */
  private final boolean fresh;

  /** Batches that this process wrote a moment ago. */
  static LogSlice fresh(Segment segment, int position, int bytes, long from, long next) {
    return new LogSlice(segment, position, bytes, from, next, true);
  }

  /** Batches that have to be checked when they are read. */
  static LogSlice unchecked(Segment segment, int position, int bytes, long from, long next) {
    return new LogSlice(segment, position, bytes, from, next, false);
  }

  private LogSlice(
      Segment segment, int position, int bytes, long fromOffset, long nextOffset, boolean fresh) {
    this.segment = segment;
    this.position = position;
    this.bytes = bytes;
    this.fromOffset = fromOffset;
    this.nextOffset = nextOffset;
    this.fresh = fresh;
  }

  /** How many bytes the batches take, 0 when there are none. */
  public int bytes() {
    return bytes;
  }

  /** The offset after the last record; meaningless when there is none. */
  public long nextOffset() {
    return nextOffset;
  }

  /** The offset of the first record; meaningless when there is none. */
  public long fromOffset() {
    return fromOffset;
  }

  /** Reads the batches at the target's position, and checks them unless they are fresh. */
  void read(ByteBuffer target) throws IOException {
    int at = target.position();
    int limit = target.limit();
    target.limit(at + bytes);
    try {
      if (segment.file().read(target, position) < bytes) {
        throw new IOException(segment.path() + " ends before it should");
      }
      if (!fresh) {
        SliceCheck.check(this, target.duplicate().position(at));
      }
    } finally {
      target.limit(limit);
    }
  }

  Segment segment() {
    return segment;
  }

  int position() {
    return position;
  }
}
