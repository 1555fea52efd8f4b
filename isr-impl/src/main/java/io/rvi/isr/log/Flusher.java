package io.rvi.isr.log;

import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Makes a log durable, one flush at a time, on a pool thread, with the log's end as it was when the
 * flush began. Used by the owner thread.
 */
final class Flusher {
  private final LogPlace place;
  private final SegmentChain chain;
  private final DurableOffset durable;
  private final DiskLane lane;
  private final LongConsumer flushed;
  private boolean groupQueued;
  private boolean directoryChanged;

  Flusher(
      LogPlace place,
      SegmentChain chain,
      DurableOffset durable,
      DiskLane lane,
      LongConsumer flushed) {
    this.place = place;
    this.chain = chain;
    this.durable = durable;
    this.lane = lane;
    this.flushed = flushed;
  }

  long durableOffset() {
    return durable.value();
  }

  /** The directory has a new entry, which the next flush makes durable too. */
  void directoryChanged() {
    directoryChanged = true;
  }

  /** Flushes what was appended until the flush begins; one that is queued already will do. */
  void flush() {
    if (groupQueued) {
      return;
    }
    groupQueued = true;
    DurableOffset.Capture capture = durable.capture(0);
    lane.submit(
        () -> {
          groupQueued = false;
          capture.raise(chain.endOffset());
          return work();
        },
        () -> ended(capture));
  }

  /** Flushes what was appended until now, with an fsync of its own. */
  void flushAlone() {
    DurableOffset.Capture capture = durable.capture(chain.endOffset());
    lane.submit(this::work, () -> ended(capture));
  }

  private void ended(DurableOffset.Capture capture) {
    durable.flushed(capture);
    flushed.accept(durable.value());
  }

  /** The work of one flush. */
  DiskLane.Work work() {
    List<Segment> segments = chain.from(durable.value());
    boolean withDirectory = directoryChanged;
    directoryChanged = false;
    return () -> {
      for (Segment segment : segments) {
        segment.force();
      }
      if (withDirectory) {
        place.disk().forceDirectory(place.directory());
      }
    };
  }

  /** The log was cut at an offset. */
  void truncated(long offset) {
    durable.truncated(offset);
  }

  void await() throws IOException {
    lane.await();
  }

  void close() {
    lane.close();
  }
}
