package io.rvi.bench.check;

import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.HistoryEvent.ReadFailed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what {@link EventEncoder} wrote. */
final class EventDecoder {
  /** No text and no list of a history is longer; a larger length means damage. */
  private static final int LENGTH_MAX = 1 << 20;

  private final DataInputStream in;
  private long lastNs;
  private long lastOffset;

  EventDecoder(DataInputStream in) {
    this.in = in;
  }

  /**
   * The next event, or empty at the mark of the end.
   *
   * @throws java.io.EOFException when the bytes end without that mark
   */
  Optional<HistoryEvent> next() throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case EventEncoder.BEGUN -> Optional.of(begun());
      case EventEncoder.APPEND -> Optional.of(append());
      case EventEncoder.READ -> Optional.of(read());
      case EventEncoder.READ_FAILED -> Optional.of(readFailed());
      case EventEncoder.SCAN_BEGUN -> Optional.of(scanBegun());
      case EventEncoder.SCANNED -> Optional.of(new Scanned((int) number(), records()));
      case EventEncoder.SCAN_ENDED -> Optional.of(new ScanEnded((int) number(), text()));
      case EventEncoder.END -> Optional.empty();
      default -> throw new IOException("unknown tag " + tag);
    };
  }

  private Begun begun() throws IOException {
    String log = text();
    int count = length();
    List<String> replicas = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replicas.add(text());
    }
    return new Begun(log, replicas);
  }

  private Append append() throws IOException {
    int producer = (int) number();
    long sequence = number();
    int hash = in.readInt();
    long intendedNs = time();
    long sentNs = time();
    int flags = in.readUnsignedByte();
    AppendOutcome outcome = AppendOutcome.ofCode(flags & 0x0f);
    long endedNs = (flags & 0x10) != 0 ? time() : HistoryEvent.NEVER_NS;
    long offset = outcome == AppendOutcome.COMMITTED ? offset() : -1;
    return new Append(producer, sequence, hash, intendedNs, sentNs, endedNs, outcome, offset);
  }

  private Read read() throws IOException {
    int reader = (int) number();
    Consistency consistency = flag() ? Consistency.LINEARIZABLE : Consistency.COMMITTED;
    long sentNs = time();
    long endedNs = time();
    long highWatermark = number();
    return new Read(reader, consistency, sentNs, endedNs, highWatermark, records());
  }

  private ReadFailed readFailed() throws IOException {
    int reader = (int) number();
    long sentNs = time();
    long endedNs = time();
    return new ReadFailed(reader, sentNs, endedNs, ErrorCode.valueOf(text()));
  }

  private ScanBegun scanBegun() throws IOException {
    int scan = (int) number();
    ScanKind kind = flag() ? ScanKind.OFFLINE : ScanKind.LIVE;
    String source = text();
    long highWatermark = number();
    return new ScanBegun(scan, kind, source, highWatermark, time());
  }

  private List<Observed> records() throws IOException {
    int count = length();
    List<Observed> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long offset = offset();
      int producer = (int) number();
      long sequence = number();
      records.add(new Observed(offset, producer, sequence, in.readInt()));
    }
    return records;
  }

  private boolean flag() throws IOException {
    int flag = in.readUnsignedByte();
    if (flag > 1) {
      throw new IOException("neither 0 nor 1: " + flag);
    }
    return flag == 1;
  }

  private long time() throws IOException {
    lastNs += unzigzag(number());
    return lastNs;
  }

  private long offset() throws IOException {
    lastOffset += unzigzag(number());
    return lastOffset;
  }

  private static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  private long number() throws IOException {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = in.readUnsignedByte();
      value |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while ((next & 0x80) != 0 && shift < Long.SIZE);
    return value;
  }

  private int length() throws IOException {
    long length = number();
    if (length < 0 || length > LENGTH_MAX) {
      throw new IOException("impossible length " + length);
    }
    return (int) length;
  }

  private String text() throws IOException {
    return new String(in.readNBytes(length()), StandardCharsets.UTF_8);
  }
}
