package io.rvi.bench.experiment;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.check.Payload;
import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Counts lost records apart from the history and its checker: what was acknowledged, by the
 * sequence in each payload, less what was found. Of one producer.
 */
public final class AckCount {
  /** The header of its file. */
  private static final String HEADER = "sequence,served,on_disk";

  private static final int READ_BYTES = 1 << 18;

  private final Set<Long> acked = new ConcurrentSkipListSet<>();
  private final Set<Long> served = new TreeSet<>();
  private final Set<Long> onDisks = new TreeSet<>();
  private boolean isServedToTheEnd;

  /** A count of nothing. */
  AckCount() {}

  /** An append of this sequence was acknowledged; from any thread. */
  void acknowledged(long sequence) {
    acked.add(sequence);
  }

  /** The records acknowledged so far. */
  long acked() {
    return acked.size();
  }

  /**
   * Reads what the cluster serves, to its high watermark.
   *
   * @param log what
   * @param consistency of the high watermark
   * @param patience for all of it
   */
  void readServed(ReplicatedLog log, Consistency consistency, Duration patience)
      throws InterruptedException {
    try {
      long end =
          Waiting.result(log.highWatermark(consistency), patience, "asking for the high watermark");
      long untilNs = System.nanoTime() + patience.toNanos();
      long next = 0;
      while (next < end && System.nanoTime() < untilNs) {
        Batch batch =
            Waiting.result(
                log.read(next, READ_BYTES, Consistency.COMMITTED), patience, "reading the log");
        for (LogRecord record : batch.records()) {
          Payload.decode(record.payload()).ifPresent(told -> served.add(told.sequence()));
        }
        next = batch.nextOffset();
      }
      isServedToTheEnd = next >= end;
    } catch (TrialException notServed) {
      isServedToTheEnd = false;
    }
  }

  /**
   * Reads the log of a stopped replica.
   *
   * @param log from its first record on
   * @return how many acknowledged records it holds
   */
  long readDisk(OfflineLog log) throws IOException {
    Set<Long> here = held(log);
    onDisks.addAll(here);
    return here.size();
  }

  /** The acknowledged records that a log holds. */
  Set<Long> held(OfflineLog log) throws IOException {
    Set<Long> here = new TreeSet<>();
    for (Optional<OfflineLog.Entry> e = log.next(); e.isPresent(); e = log.next()) {
      Payload.decode(e.get().payload()).ifPresent(told -> here.add(told.sequence()));
    }
    here.retainAll(acked);
    return here;
  }

  /** Acknowledged records that are not served or, where the log was not, on no disk. */
  long lost() {
    Set<Long> found = isServedToTheEnd ? served : onDisks;
    return acked.stream().filter(sequence -> !found.contains(sequence)).count();
  }

  /**
   * Writes a line for each acknowledged record.
   *
   * @param file to be made
   */
  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (long sequence : acked) {
      String inLog = isServedToTheEnd ? String.valueOf(served.contains(sequence)) : "";
      lines.add(sequence + "," + inLog + "," + onDisks.contains(sequence));
    }
    Files.write(file, lines, StandardCharsets.US_ASCII);
  }

  /**
   * Counts again from a file that {@link #write} made.
   *
   * @param file the file
   * @return the acknowledged records that are lost
   * @throws IOException when it cannot be read, or is no such file
   */
  public static long lostOf(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new IOException("does not begin with " + HEADER);
    }
    long lost = 0;
    Set<String> seen = new HashSet<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      if (fields.length != 3 || !seen.add(fields[0])) {
        throw new IOException("a line of another form: " + line);
      }
      boolean found = Boolean.parseBoolean(fields[1].isEmpty() ? fields[2] : fields[1]);
      lost += found ? 0 : 1;
    }
    return lost;
  }
}
