package io.rvi.bench.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.bench.check.Violation.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckerTest {
  @TempDir Path directory = Path.of("");

  /** A history, and what must be found in it and named. */
  private static Arguments broken(String what, Kind kind, Story story, String... named) {
    return Arguments.of(what, kind, story, List.of(named));
  }

  static Stream<Arguments> brokenHistories() {
    return Stream.of(
        broken(
            "lost at the end",
            Kind.LOST,
            new Story().acked("a0", 1, 2, 0).acked("a1", 3, 4, 1).live("a0"),
            "p0#1",
            "offset 1",
            "reader"),
        broken(
            "lost altogether",
            Kind.LOST,
            new Story().acked("a0", 1, 2, 0).live(""),
            "p0#0",
            "offset 0"),
        broken(
            "lost and replaced",
            Kind.LOST,
            new Story().acked("a0", 1, 2, 0).unknown("b0", 1, 9).live("b0"),
            "p0#0"),
        broken(
            "lost on every disk",
            Kind.LOST,
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 3, 4, 1)
                .disk("n1", 1, "a0")
                .disk("n2", 1, "a0")
                .disk("n3", 0, ""),
            "p0#1",
            "n1",
            "n2",
            "n3"),
        broken(
            "one append at two offsets",
            Kind.DUPLICATED,
            new Story().acked("a0", 1, 2, 0).unknown("b0", 1, 9).live("a0 a0"),
            "p0#0",
            "offset 0",
            "offset 1",
            "reader"),
        broken(
            "an unknown one at two offsets",
            Kind.DUPLICATED,
            new Story()
                .acked("a0", 1, 2, 0)
                .unknown("b0", 1, 9)
                .denied("c0", 1, 2)
                .live("a0 b0 b0"),
            "p1#0",
            "offset 1",
            "offset 2"),
        broken(
            "acknowledged at another offset",
            Kind.DUPLICATED,
            new Story().acked("a0", 1, 2, 1).unknown("b0", 1, 9).live("a0 b0"),
            "p0#0",
            "offset 1",
            "offset 0"),
        broken(
            "two acknowledged at one offset",
            Kind.DIVERGED,
            new Story().acked("a0", 1, 2, 0).acked("b0", 1, 2, 0).live("a0"),
            "p0#0",
            "p1#0",
            "offset 0",
            "acknowledgement"),
        broken(
            "readers disagree",
            Kind.DIVERGED,
            new Story()
                .unknown("a0", 1, 9)
                .unknown("b0", 1, 9)
                .read(1, 3, 4, 1, 0, "a0")
                .read(2, 3, 4, 1, 0, "b0"),
            "p0#0",
            "p1#0",
            "reader r1",
            "reader r2"),
        broken(
            "replicas disagree below their watermarks",
            Kind.DIVERGED,
            new Story()
                .acked("a0", 1, 2, 0)
                .unknown("b0", 3, 9)
                .unknown("c0", 3, 9)
                .disk("n1", 2, "a0 b0")
                .disk("n2", 2, "a0 c0"),
            "p1#0",
            "p2#0",
            "disk of n1",
            "disk of n2"),
        broken(
            "a hole in the log",
            Kind.HOLE,
            new Story()
                .acked("a0", 1, 2, 0)
                .unknown("b0", 1, 9)
                .acked("a1", 3, 4, 2)
                .live("a0 a1@2"),
            "reader",
            "offset 2",
            "where 1 is due"),
        broken(
            "an offset past all appends",
            Kind.HOLE,
            new Story().acked("a0", 1, 2, 5).live("a0@5"),
            "offset 5",
            "only 1"),
        broken(
            "a watermark past all appends",
            Kind.HOLE,
            new Story().acked("a0", 1, 2, 0).read(1, 3, 4, 7, 0, "a0").live("a0"),
            "r1",
            "7",
            "only 1"),
        broken(
            "a hole in a read",
            Kind.HOLE,
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 1, 3, 1)
                .acked("a2", 1, 4, 2)
                .read(1, 5, 6, 3, 0, "a0 a2@2")
                .live("a0 a1 a2"),
            "r1",
            "offset 2 where 1 is due"),
        broken(
            "acknowledged before sent, and after it in the log",
            Kind.REORDERED,
            new Story().acked("a0", 1, 2, 1).acked("b0", 3, 4, 0).live("b0 a0"),
            "p1#0",
            "p0#0",
            "offset 0",
            "offset 1"),
        broken(
            "an unknown one before what was acknowledged before it was sent",
            Kind.REORDERED,
            new Story().acked("a0", 1, 2, 1).unknown("b0", 3, 9).live("b0 a0"),
            "p1#0",
            "p0#0"),
        broken(
            "read before sent, and after it in the log",
            Kind.REORDERED,
            new Story()
                .unknown("a0", 1, 90)
                .read(1, 2, 3, 2, 1, "a0@1")
                .acked("b0", 5, 6, 0)
                .live("b0 a0"),
            "p1#0",
            "offset 1"),
        broken(
            "a producer's own order",
            Kind.REORDERED,
            new Story().acked("a1", 1, 9, 0).acked("a0", 1, 9, 1).live("a1 a0"),
            "p0#0",
            "p0#1",
            "same producer"),
        broken(
            "a producer's own order with unknown ones",
            Kind.REORDERED,
            new Story().acked("a1", 1, 9, 0).unknown("a0", 1, 9).live("a1 a0"),
            "p0#0",
            "p0#1"),
        broken(
            "not committed, and in the log",
            Kind.FORBIDDEN,
            new Story().denied("a0", 1, 2).live("a0"),
            "p0#0",
            "reader"),
        broken(
            "not committed, and below a replica's watermark",
            Kind.FORBIDDEN,
            new Story().denied("a0", 1, 2).disk("n1", 1, "a0"),
            "p0#0",
            "n1"),
        broken(
            "nobody's record",
            Kind.STRANGE,
            new Story().acked("a0", 1, 2, 0).denied("a1", 3, 4).live("a0 b7"),
            "p1#7",
            "reader",
            "offset 1"),
        broken(
            "a record that says nothing",
            Kind.STRANGE,
            new Story().acked("a0", 1, 2, 0).denied("a1", 3, 4).live("a0 ?"),
            "reader",
            "offset 1"),
        broken(
            "other bytes",
            Kind.GARBLED,
            new Story().acked("a0", 1, 2, 0).disk("n2", 1, "A0"),
            "p0#0",
            "n2"),
        broken(
            "a linearizable read that misses an acknowledgement",
            Kind.STALE_READ,
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 3, 4, 1)
                .linearizable(1, 5, 6, 1)
                .live("a0 a1"),
            "r1",
            "p0#1",
            "LINEARIZABLE"),
        broken(
            "a linearizable read that misses what another has read",
            Kind.STALE_READ,
            new Story()
                .unknown("a0", 1, 90)
                .read(1, 2, 3, 1, 0, "a0")
                .linearizable(2, 5, 6, 0)
                .live("a0"),
            "r2",
            "offset 0"),
        broken(
            "a watermark that goes back",
            Kind.WATERMARK_BACK,
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 3, 4, 1)
                .read(1, 5, 6, 2, 0, "a0 a1")
                .read(1, 7, 8, 1, 0, "a0")
                .live("a0 a1"),
            "r1",
            "1",
            "2"),
        broken(
            "a record at the watermark",
            Kind.READ_ABOVE_WATERMARK,
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 3, 4, 1)
                .read(1, 5, 6, 1, 0, "a0 a1")
                .live("a0 a1"),
            "r1",
            "offset 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenHistories")
  void shouldFindWhatIsBrokenAndNameIt(String what, Kind kind, Story story, List<String> named)
      throws Exception {
    // when
    Verdict verdict = story.judge(directory);

    // then
    assertThat(verdict.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.violations()).containsKey(kind);
    assertThat(verdict.examples())
        .filteredOn(example -> example.kind() == kind)
        .anySatisfy(example -> assertThat(example.text()).contains(named));
    assertThat(verdict.lines()).anyMatch(line -> line.startsWith(kind + ": "));
  }

  /** A history that is fine. */
  private static Arguments sound(String what, Story story) {
    return Arguments.of(what, story);
  }

  static Stream<Arguments> soundHistories() {
    return Stream.of(
        sound("nothing", new Story().live("")),
        sound("one", new Story().acked("a0", 1, 2, 0).live("a0")),
        sound(
            "overlapping appends in either order",
            new Story().acked("a0", 1, 9, 1).acked("b0", 2, 8, 0).live("b0 a0")),
        sound(
            "acknowledged in the instant in which another was sent",
            new Story().acked("a0", 1, 5, 1).acked("b0", 5, 8, 0).live("b0 a0")),
        sound("not committed, and absent", new Story().denied("a0", 1, 2).live("")),
        sound(
            "never ended, and absent",
            new Story().unknown("a0", 1, HistoryEvent.NEVER_NS).acked("b0", 3, 4, 0).live("b0")),
        sound(
            "never ended, and late in the log",
            new Story().unknown("a0", 1, HistoryEvent.NEVER_NS).acked("b0", 3, 4, 0).live("b0 a0")),
        sound(
            "a read that is committed only, and stale",
            new Story().acked("a0", 1, 2, 0).read(1, 5, 6, 0, 0, "").live("a0")),
        sound(
            "a linearizable read beside an append",
            new Story().acked("a0", 1, 9, 0).linearizable(1, 5, 6, 0).live("a0")),
        sound(
            "a linearizable read that sees an append under way",
            new Story().acked("a0", 1, 9, 0).linearizable(1, 5, 6, 1).live("a0")),
        sound(
            "a read that failed", new Story().acked("a0", 1, 2, 0).readFailed(1, 3, 4).live("a0")),
        sound(
            "readers of different age",
            new Story()
                .acked("a0", 1, 2, 0)
                .acked("a1", 3, 4, 1)
                .read(1, 5, 6, 2, 0, "a0 a1")
                .read(2, 7, 8, 1, 0, "a0")
                .live("a0 a1")),
        sound(
            "a deposed leader's own tail on its disk",
            new Story()
                .acked("a0", 1, 2, 0)
                .denied("b0", 3, 4)
                .acked("c0", 5, 6, 1)
                .live("a0 c0")
                .disk("n1", 1, "a0 b0")
                .disk("n2", 2, "a0 c0")
                .disk("n3", 1, "a0 c0")),
        sound("two live scans", new Story().acked("a0", 1, 2, 0).live("a0").live("a0")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("soundHistories")
  void shouldPassWhatIsSound(String what, Story story) throws Exception {
    // when
    Verdict verdict = story.judge(directory);

    // then
    assertThat(verdict.lines()).hasSize(1);
    assertThat(verdict.status()).isEqualTo(Verdict.Status.SAFE);
  }

  @Test
  void shouldPassAnUnknownAppendInEveryPlaceThatItMayHave() throws Exception {
    // given a0, a1 and a2, one after the other, and b0 unknown from between a0 and a1 on
    List<String> placements = List.of("a0 a1 a2", "a0 b0 a1 a2", "a0 a1 b0 a2", "a0 a1 a2 b0");
    for (String placement : placements) {
      List<String> names = List.of(placement.split(" ", -1));
      Story story = new Story().unknown("b0", 3, 4);
      for (int i = 0; i < 3; i++) {
        story.acked("a" + i, 10L * i + 1, 10L * i + 2, names.indexOf("a" + i));
      }

      // when
      Verdict verdict = story.live(placement).judge(directory);

      // then
      assertThat(verdict.lines()).as(placement).hasSize(1);
      assertThat(verdict.counts().unknownFound()).isEqualTo(names.contains("b0") ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldPassWhatASoundLogDoesWhateverItsUnknownOutcomes(long seed) throws Exception {
    // given a log that takes each append at one instant between its sending and its end
    SplittableRandom random = new SplittableRandom(seed);
    Story story = new Story();
    List<String> log = new ArrayList<>();
    long[] freeNs = {1, 1, 1, 1};
    long[] sequence = new long[4];
    long nowNs = 1;
    for (int i = 0; i < 400; i++) {
      nowNs += random.nextInt(1, 5);
      int producer = random.nextInt(4);
      String name = (char) ('a' + producer) + Long.toString(sequence[producer]++);
      long sentNs = random.nextLong(freeNs[producer], nowNs + 1);
      long endedNs = nowNs + random.nextInt(0, 20);
      freeNs[producer] = nowNs;
      switch (random.nextInt(6)) {
        case 0 -> story.denied(name, sentNs, endedNs);
        case 1 -> story.unknown(name, sentNs, endedNs);
        case 2 -> {
          story.unknown(name, sentNs, sentNs);
          log.add(name);
        }
        default -> {
          story.acked(name, sentNs, endedNs, log.size());
          log.add(name);
        }
      }
      if (random.nextInt(3) == 0) {
        story.linearizable(9, nowNs, nowNs + 1, log.size());
      }
    }

    // when
    String all = String.join(" ", log);
    Verdict verdict = story.live(all).disk("n1", log.size(), all).judge(directory);

    // then
    assertThat(verdict.lines()).as("seed " + seed).hasSize(1);
  }

  @Test
  void shouldCallARecordUnavailableRatherThanLostWhenNoScanCouldTell() throws Exception {
    // given two disks of three, and no live scan that was finished
    Story story =
        new Story()
            .acked("a0", 1, 2, 0)
            .acked("a1", 3, 4, 1)
            .liveUnfinished("a0")
            .disk("n1", 1, "a0")
            .disk("n2", 1, "a0")
            .diskDamaged("n3", "a0");

    // when
    Verdict verdict = story.judge(directory);

    // then
    assertThat(verdict.status()).isEqualTo(Verdict.Status.UNAVAILABLE);
    assertThat(verdict.lost()).isZero();
    assertThat(verdict.unavailable()).isEqualTo(2);
    assertThat(verdict.remarks())
        .anyMatch(remark -> remark.contains("no leader"))
        .anyMatch(remark -> remark.contains("n3") && remark.contains("segment 0"));
  }

  @Test
  void shouldTellLostFromUnavailableOnceEveryDiskIsRead() throws Exception {
    // given
    Story story =
        new Story()
            .acked("a0", 1, 2, 0)
            .acked("a1", 3, 4, 1)
            .disk("n1", 1, "a0")
            .disk("n2", 0, "")
            .disk("n3", 1, "a0");

    // when
    Verdict verdict = story.judge(directory);

    // then
    assertThat(verdict.violations()).isEqualTo(Map.of(Kind.LOST, 1L));
    assertThat(verdict.unavailable()).isOne();
  }

  @Test
  void shouldNotCallARecordLostThatALiveScanWasTooEarlyFor() throws Exception {
    // given
    Story story = new Story().live("").acked("a0", 2_000_000, 2_000_001, 0);

    // when
    Verdict verdict = story.judge(directory);

    // then
    assertThat(verdict.status()).isEqualTo(Verdict.Status.UNAVAILABLE);
    assertThat(verdict.remarks()).anyMatch(remark -> remark.contains("before the last append"));
  }

  @Test
  void shouldRefuseAHistoryThatCannotBeTrue() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Story().acked("a0", 1, 2, 0).acked("a0", 3, 4, 1).judge(directory))
        .withMessageContaining("ill-formed");
  }

  @Test
  void shouldCountAllViolationsAndKeepTheWordsOfAFew() throws Exception {
    // given
    Story story = new Story();
    for (int i = 0; i < 1_000; i++) {
      story.acked("a" + i, 2L * i + 1, 2L * i + 2, i);
    }

    // when
    Verdict verdict = story.live("").judge(directory);

    // then
    assertThat(verdict.lost()).isEqualTo(1_000);
    assertThat(verdict.examples()).hasSizeBetween(1, 20);
  }
}
