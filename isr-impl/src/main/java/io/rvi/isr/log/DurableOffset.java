package io.rvi.isr.log;

import java.util.ArrayDeque;

/**
 * Knows up to where a log is durable: each flush captures the log's end when it begins and raises
 * the durable offset to it when it ends. A truncation in between lowers what was captured, so that
 * bytes written anew behind it are never taken for flushed.
 */
final class DurableOffset {
  private final ArrayDeque<Capture> captures = new ArrayDeque<>();

  /** {@code value <= the log's end}. */
  private long value;

  DurableOffset(long value) {
    this.value = value;
  }

  /** What one flush makes durable. */
  static final class Capture {
    private long endOffset;

    Capture(long endOffset) {
      this.endOffset = endOffset;
    }

    /** Captures a later end: of a flush that was queued and begins now. */
    void raise(long laterEndOffset) {
      endOffset = laterEndOffset;
    }
  }

  long value() {
    return value;
  }

  Capture capture(long endOffset) {
    Capture capture = new Capture(endOffset);
    captures.add(capture);
    return capture;
  }

  void flushed(Capture capture) {
    captures.remove(capture);
    value = Math.max(value, capture.endOffset);
  }

  void truncated(long offset) {
    value = Math.min(value, offset);
    for (Capture capture : captures) {
      capture.endOffset = Math.min(capture.endOffset, offset);
    }
  }
}
