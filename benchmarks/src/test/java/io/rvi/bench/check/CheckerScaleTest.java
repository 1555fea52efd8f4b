package io.rvi.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Consistency;
import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Long histories. The test has a million appends; {@link #main} takes any number, prints how long
 * each part took, and is what the claim of 10 million in 60 s and 1 GiB is measured with.
 */
final class CheckerScaleTest {
  private static final int PRODUCERS = 8;
  private static final int APPENDS_PER_READ = 50;
  private static final int CHUNK = 1_000;

  @TempDir Path directory = Path.of("");

  @Test
  void shouldJudgeAMillionAppends() throws Exception {
    // given
    Path file = directory.resolve("history");
    write(file, 1_000_000);

    // when
    Verdict verdict = Checker.check(file);

    // then
    assertThat(verdict.lines()).hasSize(1);
    assertThat(verdict.counts().committed()).isEqualTo(1_000_000);
  }

  /** Arguments: a file to write, and the number of appends. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int appends = Integer.parseInt(args[1]);
    long beganNs = System.nanoTime();
    write(file, appends);
    long wroteNs = System.nanoTime();
    Verdict verdict = Checker.check(file);
    long checkedNs = System.nanoTime();
    verdict.lines().forEach(System.out::println);
    System.out.printf(
        Locale.ROOT,
        "%d appends, %d bytes, wrote in %.1f s, checked in %.1f s, largest heap %d MiB%n",
        appends,
        Files.size(file),
        (wroteNs - beganNs) / 1e9,
        (checkedNs - wroteNs) / 1e9,
        Runtime.getRuntime().maxMemory() >> 20);
    Files.delete(file);
  }

  /** Appends in flight, 50 of them each a linearizable read, and a live and an offline scan. */
  private static void write(Path file, int appends) throws IOException {
    try (HistoryWriter writer = new HistoryWriter(file, new Begun("topic-0", List.of("n1")))) {
      for (int offset = 0; offset < appends; offset++) {
        long nowNs = offset * 10_000L;
        Observed named = record(offset);
        writer.record(
            new Append(
                named.producer(),
                named.sequence(),
                named.hash(),
                nowNs - 50_000,
                nowNs - 40_000 + offset % 7 * 100L,
                nowNs + offset % 5 * 3_000L,
                AppendOutcome.COMMITTED,
                offset));
        if (offset % APPENDS_PER_READ == 0) {
          writer.record(
              new Read(0, Consistency.LINEARIZABLE, nowNs, nowNs + 1, offset + 1L, List.of(named)));
        }
      }
      scan(writer, appends, ScanKind.LIVE, 0);
      scan(writer, appends, ScanKind.OFFLINE, 1);
    }
  }

  private static void scan(HistoryWriter writer, int appends, ScanKind kind, int scan) {
    writer.record(new ScanBegun(scan, kind, "n1", appends, Long.MAX_VALUE / 2));
    List<Observed> chunk = new ArrayList<>();
    for (int offset = 0; offset < appends; offset++) {
      chunk.add(record(offset));
      if (chunk.size() == CHUNK || offset == appends - 1) {
        writer.record(new Scanned(scan, chunk));
        chunk.clear();
      }
    }
    writer.record(new ScanEnded(scan, ""));
  }

  private static Observed record(int offset) {
    return new Observed(
        offset, offset % PRODUCERS, offset / PRODUCERS, Integer.reverse(offset * 0x9E3779B9));
  }
}
