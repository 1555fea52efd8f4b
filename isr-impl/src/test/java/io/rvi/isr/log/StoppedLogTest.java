package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading a log whose node does not run: whole, torn and damaged. */
final class StoppedLogTest {
  private static final int BATCHES = 40;
  private static final int BATCH_RECORDS = 5;
  private static final int PAYLOAD_BYTES = 60;

  private final List<OfflineLog.Entry> entries = new ArrayList<>();

  @TempDir Path directory;

  /** Several segments, two epochs, closed well. */
  @BeforeEach
  void writeLog() throws Exception {
    TestLog log = TestLog.open(new RealDisk(), directory);
    for (int i = 0; i < BATCHES; i++) {
      log.appendAs(i < BATCHES / 2 ? 1 : 2, BATCH_RECORDS, PAYLOAD_BYTES);
    }
    log.settle();
    log.log().abandon();
    assertThat(segments()).hasSizeGreaterThan(3);
  }

  @Test
  void shouldReadEveryRecordWithItsOffsetAndEpochAndChangeNothing() throws Exception {
    // given
    Map<String, Long> before = sizes();

    // when
    readAll();

    // then
    int count = BATCHES * BATCH_RECORDS;
    assertThat(entries.stream().map(OfflineLog.Entry::offset))
        .containsExactlyElementsOf(LongStream.range(0, count).boxed().toList());
    assertThat(entries.stream().map(OfflineLog.Entry::epoch))
        .containsExactlyElementsOf(
            IntStream.range(0, count).mapToObj(i -> i < count / 2 ? 1L : 2L).toList());
    assertThat(entries)
        .allSatisfy(
            one ->
                assertThat(new String(one.payload(), StandardCharsets.UTF_8))
                    .startsWith("r" + one.offset() + "-" + one.epoch()));
    assertThat(sizes()).isEqualTo(before);
  }

  @Test
  void shouldTakeATornTailForTheEnd() throws Exception {
    // given
    Path newest = segments().get(segments().size() - 1);
    truncate(newest, Files.size(newest) - 7);

    // when
    readAll();

    // then
    assertThat(entries).hasSize((BATCHES - 1) * BATCH_RECORDS);
  }

  @Test
  void shouldNameDamageWithinASealedSegmentAfterTheRecordsBeforeIt() throws Exception {
    // given
    Path second = segments().get(1);
    long base = Long.parseLong(String.valueOf(second.getFileName()).substring(0, 20));
    flip(second, SegmentHeader.BYTES + 80);

    // when, then
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(this::readAll)
        .withMessageContaining(second.toString())
        .withMessageContaining("damaged");
    assertThat(entries).hasSize((int) base);
  }

  @Test
  void shouldNotTakeDamageForATornTailWhenAnIntactBatchFollows() throws Exception {
    // given
    Path newest = segments().get(segments().size() - 1);
    flip(newest, SegmentHeader.BYTES + 80);

    // when, then
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(this::readAll)
        .withMessageContaining(newest.toString());
  }

  @Test
  void shouldNoticeAMissingSegment() throws Exception {
    // given
    Files.delete(segments().get(1));

    // when, then
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(this::readAll)
        .withMessageContaining("missing");
  }

  private void readAll() throws IOException {
    try (StoppedLog log = StoppedLog.open(new RealDisk(), directory)) {
      for (Optional<OfflineLog.Entry> e = log.next(); e.isPresent(); e = log.next()) {
        entries.add(e.get());
      }
    }
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private Map<String, Long> sizes() throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        sizes.put(file.toString(), Files.size(file));
      }
    }
    return sizes;
  }

  private static void truncate(Path file, long bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(bytes);
    }
  }

  private static void flip(Path file, long position) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(position);
      int old = open.read();
      open.seek(position);
      open.write(old ^ 0x10);
    }
  }
}
