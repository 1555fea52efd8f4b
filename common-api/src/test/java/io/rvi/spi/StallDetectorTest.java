package io.rvi.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class StallDetectorTest {
  private static final long MAX = 1_000;
  private static final long GAP = 100;

  private final StallDetector detector = new StallDetector(MAX, GAP);
  private long now = 5_000;

  /** Looks once, so much later. */
  private boolean look(long laterBy, long done, long asked) {
    now += laterBy;
    return detector.isStalled(done, asked, now);
  }

  @Test
  void shouldSayThatWorkStandsStillOnceItHasDoneSoForTheBound() {
    // given one thing under way
    assertThat(look(GAP, 7, 8)).isFalse();

    // when, then
    for (int i = 1; i < 10; i++) {
      assertThat(look(GAP, 7, 8)).as("look %d", i).isFalse();
    }
    assertThat(look(GAP, 7, 8)).isTrue();
    assertThat(detector.stoodStillNanos()).isEqualTo(MAX);
    assertThat(look(GAP, 7, 8)).as("as long as it lasts").isTrue();
  }

  @Test
  void shouldCountWhateverElseIsAskedForMeanwhile() {
    for (int i = 0; i < 10; i++) {
      assertThat(look(GAP, 7, 8 + i)).isFalse();
    }
    assertThat(look(GAP, 7, 100)).isTrue();
  }

  @Test
  void shouldBeginAnewWhenSomethingWasDone() {
    // given almost a stall
    for (int i = 0; i < 10; i++) {
      look(GAP, 7, 9);
    }
    assertThat(detector.stoodStillNanos()).isEqualTo(9 * GAP);

    // when
    assertThat(look(GAP, 8, 9)).isFalse();

    // then
    assertThat(detector.stoodStillNanos()).isZero();
    for (int i = 0; i < 9; i++) {
      assertThat(look(GAP, 8, 9)).isFalse();
    }
    assertThat(look(GAP, 8, 9)).isTrue();
  }

  @Test
  void shouldNotCountTheTimeBeforeTheWorkWasAskedFor() {
    // given a long rest, looked at throughout
    for (int i = 0; i < 100; i++) {
      assertThat(look(GAP, 7, 7)).isFalse();
    }

    // when something is asked for
    look(GAP, 7, 8);

    // then
    assertThat(detector.stoodStillNanos()).isZero();
  }

  @Test
  void shouldNotTakeAPauseOfTheProcessForAStall() {
    // given something under way
    look(GAP, 7, 8);

    // when nobody looks for many times the bound
    boolean stalled = look(50 * MAX, 7, 8);

    // then
    assertThat(stalled).isFalse();
    assertThat(detector.stoodStillNanos()).isEqualTo(GAP);
  }

  @Test
  void shouldStillFindAStallOfAProcessThatKeepsPausing() {
    look(GAP, 7, 8);
    for (int i = 1; i < 10; i++) {
      assertThat(look(3 * GAP, 7, 8)).as("look %d", i).isFalse();
    }
    assertThat(look(3 * GAP, 7, 8)).isTrue();
  }

  @Test
  void shouldNotMindAClockThatIsNegativeOrWrapsAround() {
    now = Long.MAX_VALUE - 5 * GAP;
    look(GAP, -1, 0);
    for (int i = 1; i < 10; i++) {
      assertThat(look(GAP, -1, 0)).as("look %d", i).isFalse();
    }
    assertThat(look(GAP, -1, 0)).isTrue();
  }

  @Test
  void shouldRefuseBoundsThatAreNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> new StallDetector(0, GAP));
    assertThatIllegalArgumentException().isThrownBy(() -> new StallDetector(MAX, 0));
  }
}
