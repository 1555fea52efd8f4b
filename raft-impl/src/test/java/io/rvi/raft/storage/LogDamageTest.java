package io.rvi.raft.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.server.raftlog.segmented.SegmentedRaftLogOutputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is cut off a log before it is opened, and what is told as damage instead. */
final class LogDamageTest {
  private static final int ENTRIES = 20;
  private static final long TERM = 3;
  private static final int SEGMENT_BYTES_MAX = 32 << 20;
  private static final int PREALLOCATED_BYTES = 4 << 20;

  /** Beginnings of a torn entry that are tried; all of them if it is short. */
  private static final int BEGINNINGS = 100;

  @TempDir private Path group;
  private Path current;

  @BeforeEach
  void makeGroup() throws IOException {
    current = Files.createDirectories(group.resolve("current"));
  }

  /** One, two and three bytes of length. */
  @ParameterizedTest
  @CsvSource({"50,true", "50,false", "500,true", "500,false", "20480,true", "20480,false"})
  void shouldNotTakeAFlippedBitInALengthForATornWrite(int payloadBytes, boolean preallocated)
      throws IOException {
    // given
    Path file = current.resolve("log_inprogress_0");
    byte[] bytes = write(file, payloadBytes, preallocated);
    List<EntryFrame> frames = frames(bytes);

    for (int index = 0; index < ENTRIES; index++) {
      EntryFrame frame = frames.get(index);
      for (int bit = 8 * frame.start(); bit < 8 * frame.body(); bit++) {
        flip(file, bytes, bit);

        // when
        LogDamage.Cut cut = LogDamage.cutTornTail(group);

        // then
        String when = "bit " + bit % 8 + " of byte " + bit / 8;
        assertThat(cut.bytes()).as(when).isZero();
        assertThat(cut.damage()).as(when).isPresent();
        assertThat(cut.damage().get().index()).as(when).isEqualTo(index);
        assertThat(cut.damage().get().toString())
            .contains(file.toString())
            .contains("at index " + index)
            .contains("at byte " + frame.start() + " ");
        assertThat(Arrays.equals(Files.readAllBytes(file), bytes)).as(when).isTrue();
        flip(file, bytes, bit);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"50,true", "50,false", "500,true", "500,false", "20480,true", "20480,false"})
  void shouldCutOffEachBeginningOfALastEntry(int payloadBytes, boolean preallocated)
      throws IOException {
    // given
    Path file = current.resolve("log_inprogress_0");
    byte[] whole = write(file, payloadBytes, preallocated);
    int start = frames(whole).get(ENTRIES - 1).start();
    int end = endOfWritten(whole);
    int step = Math.max(1, (end - start) / BEGINNINGS);

    for (int written = start + 1; written < end; written = next(written, step, start, end)) {
      try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
        out.setLength(start);
        out.seek(start);
        out.write(whole, start, written - start);
        out.setLength(preallocated ? whole.length : written);
      }
      long bytes = Files.size(file);

      // when
      LogDamage.Cut cut = LogDamage.cutTornTail(group);

      // then
      String when = (written - start) + " bytes of " + (end - start);
      assertThat(cut.damage()).as(when).isEmpty();
      assertThat(cut.bytes()).as(when).isEqualTo(bytes - start);
      assertThat(Arrays.equals(Files.readAllBytes(file), Arrays.copyOf(whole, start)))
          .as(when)
          .isTrue();
    }
  }

  /** Each byte near both ends of the entry, and one of many between. */
  private static int next(int written, int step, int start, int end) {
    return written - start < 10 || end - written <= step + 10 ? written + 1 : written + step;
  }

  @Test
  void shouldCutNothingOffAWholeLog() throws IOException {
    // given
    Path file = current.resolve("log_inprogress_0");
    byte[] whole = write(file, 500, true);

    // when, then
    assertThat(LogDamage.findUnnoticed(group)).isEmpty();
    assertThat(LogDamage.cutTornTail(group)).isEqualTo(new LogDamage.Cut(0, Optional.empty()));
    assertThat(LogDamage.find(group)).isEmpty();
    assertThat(Files.readAllBytes(file)).isEqualTo(whole);
  }

  /** Ratis takes an entry that ends past the end of its file for the end of the log. */
  @ParameterizedTest
  @CsvSource({"50", "500", "20480"})
  void shouldTellALengthThatPointsPastTheEndOfAClosedFile(int payloadBytes) throws IOException {
    // given
    Path file = current.resolve("log_0-" + (ENTRIES - 1));
    byte[] bytes = write(file, payloadBytes, false);
    List<EntryFrame> frames = frames(bytes);
    int tried = 0;

    for (int index = 0; index < ENTRIES; index++) {
      EntryFrame frame = frames.get(index);
      for (int bit = 8 * frame.start(); bit < 8 * frame.body(); bit++) {
        flip(file, bytes, bit);
        Optional<EntryFrame> damaged = EntryFrame.at(bytes, frame.start(), bytes.length);
        if (damaged.isPresent() && damaged.get().end() > bytes.length) {
          tried++;

          // when
          Optional<LogDamage> damage = LogDamage.findUnnoticed(group);

          // then
          assertThat(damage).as("bit %s of byte %s", bit % 8, bit / 8).isPresent();
          assertThat(damage.get().index()).isEqualTo(index);
          assertThat(damage.get().file()).isEqualTo(file);
        }
        flip(file, bytes, bit);
      }
    }
    assertThat(tried).isGreaterThan(ENTRIES / 2);
    assertThat(LogDamage.findUnnoticed(group)).isEmpty();
  }

  @Test
  void shouldTellAClosedFileThatIsCutBetweenTwoEntries() throws IOException {
    // given
    Path file = current.resolve("log_0-" + (ENTRIES - 1));
    byte[] bytes = write(file, 500, false);
    Files.write(file, Arrays.copyOf(bytes, frames(bytes).get(7).start()));

    // when, then
    assertThat(LogDamage.findUnnoticed(group)).map(LogDamage::index).contains(7L);
  }

  @Test
  void shouldTellAFileThatIsMissingByTheNamesOfTheOthers() throws IOException {
    // given
    Files.createFile(current.resolve("log_5-9"));
    Path later = Files.createFile(current.resolve("log_inprogress_20"));

    // when, then
    assertThat(LogDamage.findUnnoticed(group).orElseThrow().toString()).contains("entries 0 to 4");

    // and
    write(current.resolve("log_0-4"), 50, false);
    assertThat(LogDamage.findUnnoticed(group).orElseThrow().toString())
        .contains("entries 10 to 19")
        .contains(later.toString());
  }

  @Test
  void shouldTellAnOpenFileThatIsNotTheLast() throws IOException {
    // given
    write(current.resolve("log_inprogress_0"), 50, true);
    Path later = Files.createFile(current.resolve("log_inprogress_20"));

    // when, then
    assertThat(LogDamage.findUnnoticed(group)).map(LogDamage::file).contains(later);
  }

  /** A search without a bound would go through each of a million long entries. */
  @Test
  @Timeout(60)
  void shouldGiveUpOnTooManyBytesThatLookLikeEntries() throws IOException {
    // given a torn write full of beginnings: a length of 2 MiB, term 127 and index 127
    byte[] beginning = {(byte) 0x80, (byte) 0x80, (byte) 0x80, 1, 8, 127, 16, 127};
    byte[] bytes = new byte[SEGMENT_BYTES_MAX];
    System.arraycopy(SegmentScanner.HEADER, 0, bytes, 0, SegmentScanner.HEADER.length);
    for (int at = SegmentScanner.HEADER.length; at < bytes.length / 2; at += beginning.length) {
      System.arraycopy(beginning, 0, bytes, at, beginning.length);
    }
    // and before them a length of 16 MiB and something, to where nothing was written
    byte[] torn = {(byte) 0x80, (byte) 0x80, (byte) 0x80, 8, 127, 127, 127, 127};
    System.arraycopy(torn, 0, bytes, SegmentScanner.HEADER.length, torn.length);
    Path file = current.resolve("log_inprogress_0");
    Files.write(file, bytes);

    // when
    LogDamage.Cut cut = LogDamage.cutTornTail(group);

    // then
    assertThat(cut.bytes()).isZero();
    assertThat(cut.damage().orElseThrow().toString()).contains("too many");
    assertThat(Files.size(file)).isEqualTo(bytes.length);
  }

  /** Has Ratis write a file of entries, and returns its bytes. */
  private static byte[] write(Path file, int payloadBytes, boolean preallocated)
      throws IOException {
    Random random = new Random(payloadBytes);
    try (SegmentedRaftLogOutputStream out =
        new SegmentedRaftLogOutputStream(
            file.toFile(), false, SEGMENT_BYTES_MAX, 0, ByteBuffer.allocateDirect(1 << 20))) {
      for (int index = 0; index < ENTRIES; index++) {
        byte[] payload = new byte[payloadBytes];
        random.nextBytes(payload);
        out.write(entry(index, payload));
      }
    }
    if (preallocated) {
      // Ratis cuts its zeros off when it closes a file, which a crash does not.
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), PREALLOCATED_BYTES));
    }
    return Files.readAllBytes(file);
  }

  private static LogEntryProto entry(long index, byte[] payload) {
    return LogEntryProto.newBuilder()
        .setTerm(TERM)
        .setIndex(index)
        .setStateMachineLogEntry(
            StateMachineLogEntryProto.newBuilder().setLogData(ByteString.copyFrom(payload)))
        .build();
  }

  private static List<EntryFrame> frames(byte[] bytes) {
    List<EntryFrame> frames = new ArrayList<>();
    int position = SegmentScanner.HEADER.length;
    while (frames.size() < ENTRIES) {
      EntryFrame frame = EntryFrame.at(bytes, position, bytes.length).orElseThrow();
      assertThat(frame.isWhole(bytes)).as("entry %s", frames.size()).isTrue();
      frames.add(frame);
      position = (int) frame.end();
    }
    return frames;
  }

  private static int endOfWritten(byte[] bytes) {
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  /** Flips a bit in the bytes and in the file. */
  private static void flip(Path file, byte[] bytes, int bit) {
    bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes, bit / 8, 1), bit / 8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
