package io.rvi.memory;

import io.rvi.spi.OfflineLog;
import java.util.List;
import java.util.Optional;

/** A stopped node's copy of one partition. */
final class MemoryOfflineLog implements OfflineLog {
  private final List<MemoryDisk.Entry> entries;
  private int next;

  MemoryOfflineLog(List<MemoryDisk.Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** All of it: what reaches one replica here reaches all in the same step. */
  @Override
  public long highWatermark() {
    return entries.size();
  }

  @Override
  public Optional<Entry> next() {
    if (next == entries.size()) {
      return Optional.empty();
    }
    MemoryDisk.Entry entry = entries.get(next);
    return Optional.of(new Entry(next++, entry.epoch(), entry.payload().clone()));
  }

  @Override
  public void close() {
    next = entries.size();
  }
}
