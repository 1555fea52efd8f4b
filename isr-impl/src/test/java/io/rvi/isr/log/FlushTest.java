package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlushTest {
  private static final Path DIRECTORY = Path.of("/data/p");

  private final SimulatedDisk disk = new SimulatedDisk();

  private TestLog log() throws LogFailure {
    return TestLog.open(disk, DIRECTORY);
  }

  @Test
  void shouldNotCountAsDurableWhatNoFlushHasCovered() throws Exception {
    // given
    TestLog log = log();

    // when
    log.append(3, 10);
    log.settle();

    // then
    assertThat(log.log().durableOffset()).isZero();
    assertThat(log.flushed()).isEqualTo(-1);
  }

  @Test
  void shouldCountOnlyWhatWasThereWhenTheFlushBegan() throws Exception {
    // given a flush under way
    TestLog log = log();
    log.append(3, 10);
    log.log().flush();

    // when
    log.append(2, 10);
    log.settle();

    // then
    assertThat(log.flushed()).isEqualTo(3);
    log.log().flush();
    log.settle();
    assertThat(log.flushed()).isEqualTo(5);
  }

  @Test
  void shouldCoverManyAppendsByOneGroupFlush() throws Exception {
    // given
    TestLog log = log();
    log.append(1, 10);
    log.log().flush();
    int before = disk.forces();

    // when ten more ask while the first flush is under way
    for (int i = 0; i < 10; i++) {
      log.append(1, 10);
      log.log().flush();
    }
    log.settle();

    // then
    assertThat(log.flushed()).isEqualTo(11);
    assertThat(disk.forces() - before).isEqualTo(2);
  }

  @Test
  void shouldFlushOnceForEachRequestWhenAlone() throws Exception {
    // given
    TestLog log = log();
    int before = disk.forces();

    // when
    for (int i = 0; i < 10; i++) {
      log.append(1, 10);
      log.log().flushAlone();
    }
    log.settle();

    // then
    assertThat(log.flushed()).isEqualTo(10);
    assertThat(disk.forces() - before).isEqualTo(10);
  }

  @Test
  void shouldNotCountBytesThatReplacedTruncatedOnesDuringAFlush() throws Exception {
    // given a flush of ten records that is under way
    TestLog log = log();
    log.append(5, 10);
    log.append(5, 10);
    log.log().flush();

    // when
    log.log().truncateTo(5);
    log.appendAs(1, 5, 10);
    assertThat(log.runPooled()).isTrue();
    log.runOwned();

    // then
    assertThat(log.flushed()).isEqualTo(5);
  }

  @Test
  void shouldFailForGoodAfterOneFailedFlush() throws Exception {
    // given
    TestLog log = log();
    log.append(1, 10);
    disk.failForceAfter(0, true);

    // when
    log.log().flush();
    log.settle();

    // then later flushes would succeed, and are not trusted
    assertThat(log.failure()).isNotNull().hasMessageContaining("/data/p");
    assertThat(log.flushed()).isEqualTo(-1);
    assertThatThrownBy(() -> log.append(1, 10)).isSameAs(log.failure());
    assertThatThrownBy(() -> log.log().find(0, 1, 1)).isSameAs(log.failure());
    log.log().flush();
    log.settle();
    assertThat(log.flushed()).isEqualTo(-1);
    assertThatThrownBy(() -> log.log().close()).isSameAs(log.failure());
  }

  @Test
  void shouldFailForGoodWhenItsDiskIsGivenUpDuringAFlush() throws Exception {
    // given a flush that is about to succeed
    WatchedDisk watched = new WatchedDisk(disk);
    TestLog log = TestLog.open(watched, DIRECTORY);
    log.append(1, 10);
    log.log().flush();

    // when
    watched.fail("it hung");
    log.settle();

    // then it counts for nothing
    assertThat(log.failure()).isNotNull().hasMessageContaining("it hung");
    assertThat(log.flushed()).isEqualTo(-1);
    assertThatThrownBy(() -> log.append(1, 10)).isSameAs(log.failure());
  }

  @Test
  void shouldFailForGoodAfterOneFailedWrite() throws Exception {
    // given
    TestLog log = log();
    log.append(1, 10);
    disk.failWriteAfter(0, true);

    // when, then
    assertThatThrownBy(() -> log.append(1, 10)).isInstanceOf(LogFailure.class);
    assertThatThrownBy(() -> log.append(1, 10)).isSameAs(log.failure());
    assertThat(log.log().endOffset()).isOne();
  }

  @Test
  void shouldNameTheDirectoryWhenTheDiskIsFullAndOpenAgainWhenThereIsRoom() throws Exception {
    // given
    TestLog log = log();
    log.append(1, 10);
    disk.fillUp(50);

    // when
    assertThatThrownBy(() -> log.append(1, 10))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining("/data/p")
        .hasMessageContaining("no space left");
    log.log().abandon();
    disk.fillUp(Long.MAX_VALUE);

    // then the part that was written is cut
    TestLog reopened = log();
    assertThat(reopened.log().recovery().damage()).isEmpty();
    assertThat(reopened.log().recovery().cutBytes()).isEqualTo(50);
    reopened.append(1, 10);
    assertThat(reopened.texts(0)).containsExactly("r0-0", "r1-0");
  }

  @Test
  void shouldKeepAllThatWasReportedFlushedThroughAPowerLoss() throws Exception {
    // given
    TestLog log = log();
    for (int i = 0; i < 50; i++) {
      log.append(1, 150);
    }
    log.log().flush();
    log.settle();
    log.append(5, 10);
    log.log().abandon();

    // when
    disk.losePower(new Random(1));

    // then
    TestLog reopened = TestLog.openAfterPowerLoss(disk, DIRECTORY);
    assertThat(reopened.log().recovery().damage()).isEmpty();
    assertThat(reopened.texts(0)).hasSizeBetween(50, 55).contains("r49-0");
  }
}
