package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.LogRecord;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLogTest {
  @TempDir private Path directory;

  private TestLog log() throws LogFailure {
    return TestLog.open(new RealDisk(), directory.resolve("p"));
  }

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "r" + i + "-0").toList();
  }

  @Test
  void shouldReadBackEverythingOverManySegments() throws Exception {
    // given
    TestLog log = log();

    // when
    for (int i = 0; i < 100; i++) {
      log.append(1 + i % 3, 50);
    }

    // then
    assertThat(log.log().endOffset()).isEqualTo(199);
    assertThat(log.texts(0)).isEqualTo(texts(0, 199));
    assertThat(log.texts(123)).isEqualTo(texts(123, 199));
    assertThat(segmentFiles()).hasSizeGreaterThan(4);
  }

  @Test
  void shouldReadBackEverythingAfterACleanRestart() throws Exception {
    // given
    TestLog log = log();
    for (int i = 0; i < 100; i++) {
      log.append(2, 50);
    }
    log.settle();
    log.log().checkpoint(150);
    log.settle();
    log.log().close();

    // when
    TestLog reopened = log();

    // then nothing had to be read to find the end
    assertThat(reopened.log().recovery().scannedBytes()).isZero();
    assertThat(reopened.log().recovery().warnings()).isEmpty();
    assertThat(reopened.log().recovery().highWatermark()).isEqualTo(150);
    assertThat(reopened.log().durableOffset()).isEqualTo(200);
    assertThat(reopened.texts(0)).isEqualTo(texts(0, 200));
    reopened.append(1, 50);
    assertThat(reopened.texts(199)).isEqualTo(texts(199, 201));
  }

  @Test
  void shouldReadOnlyTheEndOfTheLogAfterAKill() throws Exception {
    // given many flushed segments and a killed process
    TestLog log = log();
    for (int i = 0; i < 400; i++) {
      log.append(1, 100);
    }
    log.settle();
    log.log().checkpoint(300);
    log.settle();
    log.append(1, 100);
    log.log().abandon();

    // when
    TestLog reopened = log();

    // then
    assertThat(reopened.log().recovery().scannedBytes())
        .isLessThanOrEqualTo(2L * TestLog.SMALL.segmentBytes());
    assertThat(reopened.log().recovery().cutBytes()).isZero();
    assertThat(reopened.texts(0)).isEqualTo(texts(0, 401));
  }

  @Test
  void shouldKeepToTheBoundsOfAFind() throws Exception {
    // given batches of three records
    TestLog log = log();
    for (int i = 0; i < 60; i++) {
      log.append(3, 30);
    }

    checkFinds(log);
    checkFinds(reopened(log));
  }

  private static void checkFinds(TestLog each) throws LogFailure {
    for (int from = 0; from <= 180; from += 7) {
      for (int upTo : new int[] {from - 4, from, from + 1, from + 3, from + 20, 180}) {
        for (int bytesMax : new int[] {1, 170, 400, 100_000}) {
          // when
          LogSlice slice = each.log().find(from, upTo, bytesMax);

          // then whole batches from the one that holds the offset, none beyond the bounds
          String what = from + " to " + upTo + ", at most " + bytesMax;
          if (from / 3 * 3 + 3 > Math.min(upTo, 180) || from == 180) {
            assertThat(slice.bytes()).as(what).isZero();
          } else {
            assertThat(slice.bytes()).as(what).isPositive();
            assertThat(slice.fromOffset()).as(what).isEqualTo(from / 3 * 3L);
            assertThat(slice.nextOffset()).as(what).isLessThanOrEqualTo(upTo);
            boolean single = slice.nextOffset() == slice.fromOffset() + 3;
            assertThat(single || slice.bytes() <= bytesMax).as(what).isTrue();
          }
        }
      }
    }
  }

  private TestLog reopened(TestLog log) throws LogFailure {
    log.settle();
    log.log().close();
    return log();
  }

  @Test
  void shouldTruncateAnywhereAndGoOn() throws Exception {
    for (int cut = 0; cut <= 60; cut += 4) {
      // given batches of two records
      Path own = directory.resolve("cut-" + cut);
      TestLog log = TestLog.open(new RealDisk(), own);
      for (int i = 0; i < 30; i++) {
        log.append(2, 200);
      }
      log.log().flush();
      log.settle();

      // when
      long end = log.log().truncateTo(cut);
      log.settle();
      log.appendAs(1, 1, 200);
      log.settle();

      // then
      assertThat(end).isEqualTo(cut);
      assertThat(log.log().durableOffset()).isLessThanOrEqualTo(cut + 1);
      assertThat(log.texts(0).subList(0, cut)).isEqualTo(texts(0, cut));
      assertThat(log.texts(cut)).containsExactly("r" + cut + "-1");
      log.log().abandon();
      TestLog reopened = TestLog.open(new RealDisk(), own);
      assertThat(reopened.log().recovery().damage()).isEmpty();
      assertThat(reopened.texts(cut)).containsExactly("r" + cut + "-1");
      assertThat(reopened.log().epochs()).last().isEqualTo(new EpochStart(1, cut));
    }
  }

  @Test
  void shouldRemoveTheWholeBatchWhenTruncatedInsideIt() throws Exception {
    // given
    TestLog log = log();
    log.append(5, 10);
    log.append(5, 10);

    // when
    long end = log.log().truncateTo(7);

    // then
    assertThat(end).isEqualTo(5);
    assertThat(log.texts(0)).isEqualTo(texts(0, 5));
  }

  @Test
  void shouldGoOnElsewhereAfterAReset() throws Exception {
    // given
    TestLog log = log();
    log.append(5, 10);

    // when
    log.log().resetTo(1_000);
    log.log().appendAsFollower(TestBatches.stored(1_000, 2, 4, 10));
    log.settle();
    log.log().abandon();

    // then
    TestLog reopened = log();
    assertThat(reopened.log().startOffset()).isEqualTo(1_000);
    assertThat(reopened.log().endOffset()).isEqualTo(1_002);
    assertThat(reopened.log().epochs()).containsExactly(new EpochStart(4, 1_000));
  }

  @Test
  void shouldCopyALeadersBytesUnchanged() throws Exception {
    // given
    TestLog leader = TestLog.open(new RealDisk(), directory.resolve("leader"));
    TestLog follower = TestLog.open(new RealDisk(), directory.resolve("follower"));
    for (int i = 0; i < 10; i++) {
      leader.appendAs(3, 2, 40);
    }

    // when
    LogSlice slice = leader.log().find(0, 20, 1 << 20);
    ByteBuffer bytes = ByteBuffer.allocateDirect(slice.bytes());
    leader.log().read(slice, bytes);
    follower.log().appendAsFollower(bytes.flip());

    // then
    LogSlice copied = follower.log().find(0, 20, 1 << 20);
    ByteBuffer copy = ByteBuffer.allocateDirect(copied.bytes());
    follower.log().read(copied, copy);
    assertThat(copy.flip()).isEqualTo(bytes.rewind());
    assertThat(follower.log().epochs()).containsExactly(new EpochStart(3, 0));
  }

  @Test
  void shouldRefuseBatchesThatDoNotContinueTheLogAndStayUsable() throws Exception {
    // given
    TestLog log = log();
    log.log().appendAsFollower(TestBatches.stored(0, 3, 5, 10));
    ByteBuffer damaged = TestBatches.stored(3, 1, 5, 10);
    damaged.put(damaged.limit() - 1, (byte) '!');

    // when, then
    for (ByteBuffer wrong :
        List.of(
            TestBatches.stored(2, 1, 5, 10),
            TestBatches.stored(4, 1, 5, 10),
            TestBatches.stored(3, 1, 4, 10),
            damaged)) {
      assertThatThrownBy(() -> log.log().appendAsFollower(wrong))
          .isInstanceOfSatisfying(
              LogFailure.class, e -> assertThat(e.kind()).isEqualTo(LogFailure.Kind.REFUSED))
          .hasMessageContaining("offset 3");
    }
    log.log().appendAsFollower(TestBatches.stored(3, 1, 6, 10));
    assertThat(log.log().endOffset()).isEqualTo(4);
    assertThat(log.failure()).isNull();
  }

  @Test
  void shouldRememberWhichEpochWasAcceptedWhateverIsCut() throws Exception {
    // given
    TestLog log = log();
    log.appendAs(1, 4, 10);
    boolean[] noted = {false};

    // when
    log.log().acceptEpoch(7, () -> noted[0] = true);
    assertThat(noted[0]).isFalse();
    log.settle();
    assertThat(noted[0]).isTrue();
    log.log().truncateTo(0);
    log.settle();
    log.log().abandon();

    // then
    TestLog reopened = log();
    assertThat(reopened.log().recovery().acceptedEpoch()).isEqualTo(7);
    assertThat(reopened.log().recovery().epochForgotten()).isFalse();
    assertThat(reopened.log().epochs()).isEmpty();
  }

  @Test
  void shouldRememberAnEpochWithoutRecords() throws Exception {
    // given
    TestLog log = log();
    log.appendAs(1, 2, 10);
    boolean[] noted = {false};

    // when
    log.log().startEpoch(5, () -> noted[0] = true);
    assertThat(noted[0]).isFalse();
    log.settle();
    log.log().abandon();

    // then
    assertThat(noted[0]).isTrue();
    assertThat(log().log().epochs()).containsExactly(new EpochStart(1, 0), new EpochStart(5, 2));
  }

  @Test
  void shouldDeleteOldSegmentsButNoneThatIsNotCommittedAndDurable() throws Exception {
    // given
    TestLog log = log();
    for (int i = 0; i < 200; i++) {
      log.append(1, 100);
    }
    log.settle();
    Retention retention = new Retention(10_000, Long.MAX_VALUE);

    // when
    log.log().retain(retention, 0, 2_000);
    long untouched = log.log().startOffset();
    log.log().retain(retention, 60, 2_000);
    long partly = log.log().startOffset();
    log.log().retain(retention, 200, 2_000);
    log.settle();
    long start = log.log().startOffset();

    // then
    assertThat(untouched).isZero();
    assertThat(partly).isBetween(1L, 60L);
    assertThat(start).isGreaterThan(100);
    assertThat(log.texts(start)).isEqualTo(texts((int) start, 200));
    assertThat(reopened(log).log().startOffset()).isEqualTo(start);
  }

  @Test
  void shouldDeleteWhatIsOlderThanItMayBe() throws Exception {
    // given
    TestLog log = log();
    for (int i = 0; i < 200; i++) {
      log.append(1, 100);
    }
    log.settle();

    // when
    log.log().retain(new Retention(Long.MAX_VALUE, 500), 200, 1_500);
    long kept = log.log().startOffset();
    log.log().retain(new Retention(Long.MAX_VALUE, 500), 200, 1_501);

    // then all but the newest segment
    assertThat(kept).isZero();
    assertThat(log.log().startOffset()).isGreaterThan(150);
  }

  @Test
  void shouldTakeABatchLargerThanASegment() throws Exception {
    // given
    TestLog log = log();
    log.append(1, 10);

    // when
    log.append(1, 20_000);
    log.append(1, 10);

    // then
    assertThat(log.records(0).stream().map(LogRecord::payload).map(payload -> payload.length))
        .containsExactly(10, 20_000, 10);
  }

  @Test
  void shouldServeEmptyPayloads() throws Exception {
    // given
    TestLog log = log();

    // when
    log.append(3, 0);

    // then
    assertThat(reopened(log).log().endOffset()).isEqualTo(3);
  }

  private List<String> segmentFiles() throws Exception {
    return new RealDisk()
        .list(directory.resolve("p")).stream().filter(name -> name.endsWith(".log")).toList();
  }
}
