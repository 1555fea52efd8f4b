package io.rvi.bench.check;

import io.rvi.api.Consistency;
import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.HistoryEvent.ReadFailed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes events as bytes: a tag, then numbers of 7 bits a byte, the low ones first. Times and
 * offsets are differences to the ones before, so that they are short.
 */
final class EventEncoder {
  static final int BEGUN = 1;
  static final int APPEND = 2;
  static final int READ = 3;
  static final int READ_FAILED = 4;
  static final int SCAN_BEGUN = 5;
  static final int SCANNED = 6;
  static final int SCAN_ENDED = 7;
  static final int END = 8;

  private final DataOutputStream out;
  private long lastNs;
  private long lastOffset;

  EventEncoder(DataOutputStream out) {
    this.out = out;
  }

  void write(HistoryEvent event) throws IOException {
    if (event instanceof Append append) {
      write(append);
    } else if (event instanceof Read read) {
      write(read);
    } else if (event instanceof Scanned scanned) {
      out.writeByte(SCANNED);
      number(scanned.scan());
      records(scanned.records());
    } else if (event instanceof ReadFailed failed) {
      out.writeByte(READ_FAILED);
      number(failed.reader());
      time(failed.sentNs());
      time(failed.endedNs());
      text(failed.code().name());
    } else if (event instanceof ScanBegun begun) {
      write(begun);
    } else if (event instanceof ScanEnded ended) {
      out.writeByte(SCAN_ENDED);
      number(ended.scan());
      text(ended.complaint());
    } else if (event instanceof Begun begun) {
      write(begun);
    }
  }

  /** Marks that nothing is missing. */
  void end() throws IOException {
    out.writeByte(END);
  }

  private void write(Begun begun) throws IOException {
    out.writeByte(BEGUN);
    text(begun.log());
    number(begun.replicas().size());
    for (String replica : begun.replicas()) {
      text(replica);
    }
  }

  private void write(Append append) throws IOException {
    out.writeByte(APPEND);
    number(append.producer());
    number(append.sequence());
    out.writeInt(append.hash());
    time(append.intendedNs());
    time(append.sentNs());
    boolean ended = append.endedNs() != HistoryEvent.NEVER_NS;
    out.writeByte(append.outcome().code() | (ended ? 0x10 : 0));
    if (ended) {
      time(append.endedNs());
    }
    if (append.outcome() == AppendOutcome.COMMITTED) {
      offset(append.offset());
    }
  }

  private void write(Read read) throws IOException {
    out.writeByte(READ);
    number(read.reader());
    out.writeByte(read.consistency() == Consistency.LINEARIZABLE ? 1 : 0);
    time(read.sentNs());
    time(read.endedNs());
    number(read.highWatermark());
    records(read.records());
  }

  private void write(ScanBegun begun) throws IOException {
    out.writeByte(SCAN_BEGUN);
    number(begun.scan());
    out.writeByte(begun.kind() == ScanKind.OFFLINE ? 1 : 0);
    text(begun.source());
    number(begun.highWatermark());
    time(begun.startedNs());
  }

  private void records(List<Observed> records) throws IOException {
    number(records.size());
    for (Observed one : records) {
      offset(one.offset());
      number(one.producer());
      number(one.sequence());
      out.writeInt(one.hash());
    }
  }

  private void time(long timeNs) throws IOException {
    number(zigzag(timeNs - lastNs));
    lastNs = timeNs;
  }

  /** The usual step is to the next offset, which takes one byte. */
  private void offset(long offset) throws IOException {
    number(zigzag(offset - lastOffset));
    lastOffset = offset;
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private void number(long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.writeByte((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  private void text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    out.write(bytes);
  }
}
