package io.rvi.raft.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StallDetectorTest {
  private static final long STALL_MAX_MS = 5_000;
  private static final long GAP_MAX_MS = 500;
  private static final long PERIOD_MS = 100;

  /** Where a monotonic clock stands is arbitrary, so it overflows in this test. */
  private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1);

  private final StallDetector detector =
      new StallDetector(nanos(STALL_MAX_MS), nanos(GAP_MAX_MS), nowNanos);

  @Test
  void shouldTellAStallOnceTheLogHasStoodStillForTheLongest() {
    // given
    look(10, 20);

    // when, then
    for (long ms = PERIOD_MS; ms < STALL_MAX_MS; ms += PERIOD_MS) {
      assertThat(look(10, 20 + ms)).as("after %s ms", ms).isFalse();
    }
    assertThat(look(10, 20)).isTrue();
    assertThat(look(10, 20)).as("as long as it lasts").isTrue();
  }

  @Test
  void shouldTellAStallOfALogThatNeverWrote() {
    boolean stalled = false;
    for (long ms = 0; ms < STALL_MAX_MS; ms += PERIOD_MS) {
      assertThat(stalled).as("after %s ms", ms).isFalse();
      stalled = look(-1, 0);
    }
    assertThat(stalled).isTrue();
  }

  @Test
  void shouldBeginAnewWhenTheLogMoves() {
    // given
    lookFor(STALL_MAX_MS - PERIOD_MS, 10, 20);

    // when one entry was written
    assertThat(look(11, 20)).isFalse();

    // then
    assertThat(lookFor(STALL_MAX_MS - PERIOD_MS, 11, 20)).isFalse();
    assertThat(look(11, 20)).isTrue();
  }

  @Test
  void shouldNotTellAStallOfALogThatHasNothingToWrite() {
    // given
    assertThat(lookFor(10 * STALL_MAX_MS, 20, 20)).isFalse();

    // when an entry comes
    assertThat(lookFor(STALL_MAX_MS - PERIOD_MS, 20, 21)).isFalse();

    // then its time begins with it
    assertThat(look(20, 21)).isTrue();
  }

  @Test
  void shouldNotCountTimeInWhichItDidNotLook() {
    // given
    look(10, 20);

    // when the process was paused for a minute
    nowNanos += nanos(60_000);
    assertThat(look(10, 20)).isFalse();

    // then that minute counts as one gap
    assertThat(lookFor(STALL_MAX_MS - GAP_MAX_MS - PERIOD_MS, 10, 20)).isFalse();
    assertThat(look(10, 20)).isTrue();
  }

  /** Looks all the time; what the last look said. */
  private boolean lookFor(long durationMs, long written, long last) {
    boolean stalled = false;
    for (long ms = 0; ms < durationMs; ms += PERIOD_MS) {
      stalled = look(written, last);
    }
    return stalled;
  }

  /** Looks after the period. */
  private boolean look(long written, long last) {
    nowNanos += nanos(PERIOD_MS);
    return detector.isStalled(written, last, nowNanos);
  }

  private static long nanos(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
