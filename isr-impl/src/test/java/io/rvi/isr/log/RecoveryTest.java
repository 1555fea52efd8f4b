package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crafted directories: what a crash leaves is healed, what no crash leaves is reported. */
class RecoveryTest {
  private static final int RECORDS = 100;

  @TempDir private Path directory;

  private TestLog log() throws LogFailure {
    return TestLog.open(new RealDisk(), directory);
  }

  /**
   * A killed log of 100 records, of which the first 60 were committed, and none flushed for sure.
   */
  private void killed() throws IOException {
    TestLog log = log();
    for (int i = 0; i < RECORDS; i++) {
      log.append(1, 100);
    }
    log.settle();
    log.log().abandon();
    setCheckpoint(0, 60);
  }

  /** As {@link #killed}, but closed in order. */
  private void closed() throws LogFailure {
    TestLog log = log();
    for (int i = 0; i < RECORDS; i++) {
      log.append(1, 100);
    }
    log.log().checkpoint(60);
    log.settle();
    log.log().close();
  }

  private static List<String> texts(int to) {
    return IntStream.range(0, to).mapToObj(i -> "r" + i + "-0").toList();
  }

  private List<Path> segments() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private Path newest() throws IOException {
    List<Path> segments = segments();
    return segments.get(segments.size() - 1);
  }

  private static void flip(Path file, long position) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) position] ^= 0x10;
    Files.write(file, bytes);
  }

  private static void append(Path file, byte[] more) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, longer, bytes.length, more.length);
    Files.write(file, longer);
  }

  private void assertWhole(TestLog log) throws LogFailure {
    assertThat(log.log().recovery().damage()).isEmpty();
    assertThat(log.texts(0)).isEqualTo(texts(RECORDS));
    log.append(1, 100);
    assertThat(log.texts(0)).isEqualTo(texts(RECORDS + 1));
  }

  @Test
  void shouldCutATornLastRecord() throws Exception {
    // given
    killed();
    Path newest = newest();
    byte[] bytes = Files.readAllBytes(newest);
    Files.write(newest, Arrays.copyOf(bytes, bytes.length - 30));

    // when
    TestLog log = log();

    // then the file itself is cut before anything is appended
    assertThat(log.log().recovery().damage()).isEmpty();
    assertThat(log.log().recovery().cutBytes()).isPositive();
    assertThat(log.texts(0)).isEqualTo(texts(RECORDS - 1));
    assertThat(Files.size(newest)).isEqualTo(bytes.length - 30 - log.log().recovery().cutBytes());
  }

  @Test
  void shouldCutGarbageBehindTheLastRecord() throws Exception {
    // given
    killed();
    append(newest(), "some bytes that are no batch".getBytes(StandardCharsets.UTF_8));

    // when, then
    assertWhole(log());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 4_096, 100_000})
  void shouldTakeZerosBehindTheLastRecordForSpaceThatWasNeverWritten(int zeros) throws Exception {
    // given
    killed();
    append(newest(), new byte[zeros]);

    // when, then
    assertWhole(log());
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "header", "zeros", "part of a header"})
  void shouldTakeABlankNewestSegmentForAnEmptyOne(String kind) throws Exception {
    // given
    killed();
    Path blank = directory.resolve(String.format(Locale.ROOT, "%020d.log", RECORDS));
    byte[] header = Arrays.copyOf(Files.readAllBytes(newest()), SegmentHeader.BYTES);
    ByteBuffer.wrap(header).putLong(8, RECORDS);
    switch (kind) {
      case "empty" -> Files.write(blank, new byte[0]);
      case "zeros" -> Files.write(blank, new byte[10_000]);
      case "part of a header" -> Files.write(blank, new byte[7]);
      default -> {
        try (DiskFile file = new RealDisk().open(blank)) {
          SegmentHeader.write(file, RECORDS);
        }
      }
    }

    // when, then
    assertWhole(log());
  }

  @Test
  void shouldReportAFlippedByteInASealedSegmentWhenItIsRead() throws Exception {
    // given damage in a file that recovery has no reason to read
    closed();
    Path first = segments().get(0);
    flip(first, Files.size(first) / 2);

    // when
    TestLog log = log();

    // then
    assertThatThrownBy(() -> log.texts(0))
        .isInstanceOfSatisfying(
            LogFailure.class, e -> assertThat(e.kind()).isEqualTo(LogFailure.Kind.DAMAGED))
        .hasMessageContaining(first.toString())
        .hasMessageContaining("offset");
  }

  @Test
  void shouldReportAFlippedByteBelowTheHighWatermark() throws Exception {
    // given
    killed();
    setCheckpoint(0, RECORDS);
    Path newest = newest();
    flip(newest, Files.size(newest) - 10);

    // when
    TestLog log = log();

    // then though it is the last record of all
    Damage damage = log.log().recovery().damage().orElseThrow();
    assertThat(damage.file()).isEqualTo(newest);
    assertThat(damage.offset()).isEqualTo(RECORDS - 1);
    assertThat(log.texts(0)).isEqualTo(texts(RECORDS - 1));
    assertThatThrownBy(() -> log.append(1, 10)).isInstanceOf(IllegalStateException.class);
  }

  private void setCheckpoint(long recoveryPoint, long highWatermark) throws IOException {
    new Checkpoint(0, recoveryPoint, highWatermark)
        .write(Checkpoint.file(new RealDisk(), directory));
  }

  @Test
  void shouldTellABadRecordWithGoodOnesBehindItFromATornTail() throws Exception {
    // given
    killed();
    setCheckpoint(0, 0);
    Path newest = newest();
    flip(newest, SegmentHeader.BYTES + 80);
    long base = Long.parseLong(newest.getFileName().toString().substring(0, 20));

    // when
    TestLog log = log();

    // then nothing is cut, and no append can take the offsets again
    assertThat(log.log().recovery().damage().orElseThrow().offset()).isEqualTo(base);
    assertThat(log.log().endOffset()).isEqualTo(base);
    assertThat(log.log().recovery().cutBytes()).isZero();
    assertThatThrownBy(() -> log.append(1, 10)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldGoOnBeforeTheDamageOnceItIsSetAside() throws Exception {
    // given
    killed();
    setCheckpoint(0, 0);
    Path third = segments().get(2);
    flip(third, SegmentHeader.BYTES + 200);
    byte[] evidence = Files.readAllBytes(third);
    TestLog log = log();
    long end = log.log().endOffset();

    // when
    log.log().setAsideDamage();
    log.settle();
    log.log().appendAsFollower(TestBatches.stored(end, 1, 9, 10));
    log.settle();
    log.log().abandon();

    // then
    TestLog reopened = log();
    assertThat(reopened.log().recovery().damage()).isEmpty();
    assertThat(reopened.log().endOffset()).isEqualTo(end + 1);
    assertThat(reopened.texts(0).subList(0, (int) end)).isEqualTo(texts((int) end));
    assertThat(Path.of(third + ".damaged")).hasBinaryContent(evidence);
  }

  @Test
  void shouldReportAMissingSegmentInTheMiddle() throws Exception {
    // given
    closed();
    Path second = segments().get(1);
    Files.delete(second);

    // when
    TestLog log = log();

    // then
    Damage damage = log.log().recovery().damage().orElseThrow();
    assertThat(damage.what()).contains("missing");
    assertThat(log.log().endOffset()).isEqualTo(damage.offset());
    assertThat(log.texts(0)).isEqualTo(texts((int) damage.offset()));
  }

  @Test
  void shouldReportAMissingNewestSegment() throws Exception {
    // given
    closed();
    Files.delete(newest());

    // when
    TestLog log = log();

    // then
    assertThat(log.log().recovery().damage().orElseThrow().what())
        .contains("up to offset " + RECORDS);
  }

  @Test
  void shouldReportThatAllSegmentsAreMissing() throws Exception {
    // given
    closed();
    for (Path segment : segments()) {
      Files.delete(segment);
    }

    // when, then
    assertThat(log().log().recovery().damage()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"checkpoint", "epochs", "index"})
  void shouldRebuildEverySideFileWhateverIsWrongWithIt(String name) throws Exception {
    List<String> faults = List.of("absent", "empty", "half", "junk behind", "flipped");
    for (String fault : faults) {
      // given
      closed();
      for (Path file : sideFiles(name)) {
        spoil(file, fault);
      }

      // when
      TestLog log = log();

      // then
      assertThat(log.log().recovery().damage()).as(fault).isEmpty();
      assertThat(log.texts(0)).as(fault).isEqualTo(texts(RECORDS));
      assertThat(log.log().epochs()).as(fault).containsExactly(new EpochStart(0, 0));
      assertThat(String.join("\n", log.log().recovery().warnings())).as(fault).contains(name);
      assertThat(log.log().recovery().epochForgotten()).isEqualTo(name.equals("epochs"));
      log.log().abandon();
      for (Path file : everything()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void shouldNotTrustALargeNumberInACheckpoint() throws Exception {
    // given a checkpoint that is intact and says too much
    killed();
    setCheckpoint(1_000_000, 1_000_000);

    // when
    TestLog log = log();

    // then nothing is cut, and the storage is not taken for whole
    assertThat(log.log().recovery().damage()).isPresent();
    assertThat(log.texts(0)).isEqualTo(texts(RECORDS));
  }

  private List<Path> everything() throws IOException {
    try (var files = Files.list(directory)) {
      return files.toList();
    }
  }

  private List<Path> sideFiles(String name) throws IOException {
    return everything().stream().filter(file -> file.toString().endsWith(name)).toList();
  }

  private static void spoil(Path file, String fault) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (fault) {
      case "absent" -> Files.delete(file);
      case "empty" -> Files.write(file, new byte[0]);
      case "half" -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      case "junk behind" -> append(file, "junk".getBytes(StandardCharsets.UTF_8));
      default -> flip(file, bytes.length / 3);
    }
  }

  @Test
  void shouldRefuseANewerSegmentFormatByName() throws Exception {
    // given
    killed();
    Path newest = newest();
    byte[] bytes = Files.readAllBytes(newest);
    ByteBuffer header = ByteBuffer.wrap(bytes);
    header.putInt(4, 2);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, 28);
    header.putInt(28, (int) crc.getValue());
    Files.write(newest, bytes);

    // when, then
    assertThatThrownBy(this::log)
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining(newest.toString())
        .hasMessageContaining("version 2");
  }

  @Test
  void shouldWriteAnUnreadableSegmentHeaderAnew() throws Exception {
    // given
    closed();
    flip(segments().get(1), 5);

    // when
    TestLog log = log();

    // then
    assertWhole(log);
    assertThat(log.log().recovery().warnings()).hasSize(1);
  }

  @Test
  void shouldLeaveFilesOfOthersAlone() throws Exception {
    // given
    closed();
    Path other = Files.writeString(directory.resolve("notes.log"), "mine");

    // when, then
    assertWhole(log());
    assertThat(other).hasContent("mine");
  }
}
