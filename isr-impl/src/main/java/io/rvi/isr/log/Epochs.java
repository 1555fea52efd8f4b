package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The epoch history of a log: strictly growing in epoch and not falling in offset. Kept in a file
 * that also knows epochs without records; the rest can be rebuilt from the batches (rule R17). With
 * it the last epoch in which the replica led or followed, which no cut of the log changes (R19).
 */
final class Epochs {
  static final String KIND = "rvi-epochs";
  private static final int VERSION = 2;
  private static final String ACCEPTED = "accepted ";

  private final List<EpochStart> starts = new ArrayList<>();
  private long accepted = -1;

  static SideFile file(Disk disk, Path directory) {
    return new SideFile(disk, directory.resolve("epochs"), KIND, VERSION);
  }

  static Epochs read(SideFile file) throws SideFile.Unreadable, IOException {
    Epochs epochs = new Epochs();
    for (String line : file.read()) {
      String[] words = line.split(" ", -1);
      try {
        if (line.startsWith(ACCEPTED)) {
          epochs.accept(Long.parseLong(words[1]));
          continue;
        }
        epochs.starts.add(new EpochStart(Long.parseLong(words[0]), Long.parseLong(words[1])));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new SideFile.Unreadable(file.path() + " does not hold what it should");
      }
    }
    epochs.accept(epochs.newest());
    return epochs;
  }

  /** What its file is to hold now. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(ACCEPTED + accepted());
    starts.forEach(start -> lines.add(start.epoch() + " " + start.startOffset()));
    return lines;
  }

  /** The last epoch that was accepted, or that a record was found of; -1 for none. */
  long accepted() {
    return Math.max(accepted, newest());
  }

  /** Notes that an epoch is accepted; a lower one than before changes nothing. */
  void accept(long epoch) {
    accepted = Math.max(accepted, epoch);
  }

  List<EpochStart> starts() {
    return List.copyOf(starts);
  }

  /** The newest epoch, -1 for none. */
  long newest() {
    return starts.isEmpty() ? -1 : starts.get(starts.size() - 1).epoch();
  }

  /**
   * Notes where an epoch starts. An epoch that is known already keeps its start; entries that the
   * new one contradicts are dropped.
   *
   * @return whether anything changed
   */
  boolean assign(long epoch, long startOffset) {
    accept(epoch);
    if (newest() == epoch) {
      return false;
    }
    starts.removeIf(start -> start.epoch() >= epoch || start.startOffset() > startOffset);
    starts.add(new EpochStart(epoch, startOffset));
    return true;
  }

  /**
   * Takes notice of a batch that is in the log. Where the history says otherwise, it is the history
   * that is wrong: it is corrected, and what it says of later offsets is dropped.
   */
  void observe(long epoch, long offset) {
    accept(epoch);
    long told = -1;
    for (EpochStart start : starts) {
      if (start.startOffset() <= offset) {
        told = start.epoch();
      }
    }
    if (told != epoch) {
      starts.removeIf(start -> start.epoch() >= epoch || start.startOffset() >= offset);
      starts.add(new EpochStart(epoch, offset));
    }
  }

  /** Forgets epochs that start at or after an offset: what a truncation to it removes. */
  boolean truncateFrom(long offset) {
    return starts.removeIf(start -> start.startOffset() >= offset);
  }

  /** Forgets epochs that start after an offset: what a log that ends there can't hold. */
  boolean dropBeyond(long endOffset) {
    return starts.removeIf(start -> start.startOffset() > endOffset);
  }
}
