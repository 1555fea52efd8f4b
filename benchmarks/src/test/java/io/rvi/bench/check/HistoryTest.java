package io.rvi.bench.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryTest {
  private static final Begun BEGUN = new Begun("topic-0", List.of("n1"));

  @TempDir Path directory = Path.of("");

  @Test
  void shouldReadBackWhatItWrote() throws Exception {
    // given one event of each kind, and numbers at their limits
    Story story =
        new Story()
            .acked("a0", 1, 2, 0)
            .denied("a1", -5, Long.MAX_VALUE - 1)
            .unknown("b0", Long.MIN_VALUE + 1, HistoryEvent.NEVER_NS)
            .read(1, 3, 4, 1, 0, "a0")
            .linearizable(2, 3, 4, 1)
            .readFailed(1, 5, 6)
            .live("a0 ?")
            .diskDamaged("n3", "a0")
            .event(
                new Scanned(
                    7, List.of(new Observed(Long.MAX_VALUE, Integer.MAX_VALUE, 1L << 39, -1))));
    Path file = directory.resolve("history");

    // when
    write(file, story.events());

    // then
    assertThat(read(file, true)).containsExactlyElementsOf(story.events());
  }

  @Test
  void shouldGiveEveryWholeEventOfAFileThatWasCutShort() throws Exception {
    // given
    List<HistoryEvent> events = new ArrayList<>(List.of(BEGUN));
    for (int i = 0; i < 5_000; i++) {
      events.add(new Append(0, i, i * 7_919, i, i + 1, i + 2, AppendOutcome.COMMITTED, i));
    }
    Path whole = directory.resolve("whole");
    write(whole, events);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = directory.resolve("cut");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));

    // when
    List<HistoryEvent> found = read(cut, false);

    // then
    assertThat(found).hasSizeBetween(1_000, 4_999).isEqualTo(events.subList(0, found.size()));
    assertThat(Checker.check(cut).remarks()).anyMatch(remark -> remark.contains("cut short"));
  }

  @Test
  void shouldRefuseAFileThatIsNoHistory() throws Exception {
    Path file = Files.writeString(directory.resolve("other"), "time,value\n1,2\n");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new HistoryReader(file))
        .withMessageContaining(file.toString());
  }

  @Test
  void shouldNameAFileThatIsDamaged() throws Exception {
    // given
    Path file = directory.resolve("history");
    write(file, new Story().acked("a0", 1, 2, 0).live("a0").events());
    byte[] bytes = Files.readAllBytes(file);
    bytes[HistoryWriter.MAGIC.length + 2] ^= 0x55;
    Files.write(file, bytes);

    // when, then
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read(file, true))
        .withMessageContaining(file.toString());
  }

  @Test
  void shouldNotOverwriteAHistory() throws Exception {
    Path file = directory.resolve("history");
    write(file, List.of(BEGUN));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> new HistoryWriter(file, BEGUN));
  }

  @Test
  void shouldRefuseEventsAfterItsClose() throws Exception {
    HistoryWriter writer = new HistoryWriter(directory.resolve("history"), BEGUN);
    writer.close();
    writer.close();

    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> writer.record(BEGUN));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 100, 1_024, 1 << 20})
  void shouldTellOfEachPayloadWhoseItIs(int bytes) {
    // when
    byte[] payload = Payload.encode(3, 1L << 33, bytes);

    // then
    assertThat(payload).hasSize(bytes);
    Payload told = Payload.decode(payload).orElseThrow();
    assertThat(told.producer()).isEqualTo(3);
    assertThat(told.sequence()).isEqualTo(1L << 33);
    assertThat(told.hash()).isEqualTo(Payload.storedHash(payload));
  }

  @Test
  void shouldNoticeEveryFlippedBitOfAPayload() {
    byte[] payload = Payload.encode(1, 2, 40);
    for (int bit = 0; bit < 40 * 8; bit++) {
      byte[] flipped = payload.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);

      assertThat(Payload.decode(flipped)).as("bit " + bit).isEmpty();
    }
  }

  @Test
  void shouldNotTakeForeignBytesForAPayload() {
    assertThat(Payload.decode(new byte[0])).isEmpty();
    assertThat(Payload.decode(new byte[19])).isEmpty();
    assertThat(Payload.decode(new byte[100])).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> Payload.encode(0, 0, 19));
  }

  private static void write(Path file, List<HistoryEvent> events) throws IOException {
    try (HistoryWriter writer = new HistoryWriter(file, (Begun) events.get(0))) {
      events.subList(1, events.size()).forEach(writer::record);
    }
  }

  private static List<HistoryEvent> read(Path file, boolean complete) throws IOException {
    List<HistoryEvent> events = new ArrayList<>();
    try (HistoryReader reader = new HistoryReader(file)) {
      Optional<HistoryEvent> next = reader.next();
      while (next.isPresent()) {
        events.add(next.get());
        next = reader.next();
      }
      assertThat(reader.complete()).isEqualTo(complete);
    }
    return events;
  }
}
