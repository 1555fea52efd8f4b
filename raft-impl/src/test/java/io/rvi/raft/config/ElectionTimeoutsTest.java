package io.rvi.raft.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ElectionTimeoutsTest {
  private static final int TRIALS = 40_000;

  /** Long before the crash, so that the followers' sleeps have no common beginning. */
  private static final double WARM_UP = 40;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void shouldDetectACrashUnderLoadAfterTheTimeAskedForInTheMean(int nodes) {
    // given
    Duration asked = Duration.ofMillis(600);
    ElectionTimeouts timeouts = ElectionTimeouts.forDetection(asked, nodes);

    // when
    double mean = simulatedMeanMs(timeouts, nodes, 20_260_101L + nodes);

    // then
    assertThat(mean).isCloseTo((double) asked.toMillis(), Percentage.withPercentage(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void shouldAgreeWithTheMeansPublishedForTheLoopUnderLoad(int nodes) {
    // given Ratis's own 150 ms to 300 ms
    ElectionTimeouts upstream =
        new ElectionTimeouts(Duration.ofMillis(150), Duration.ofMillis(300));
    double published = nodes == 3 ? 292.2 : 255.1;

    // when, then
    assertThat(simulatedMeanMs(upstream, nodes, 7)).isCloseTo(published, within(4.0));
  }

  /** Each follower: draw T, sleep T, and become a candidate if nothing came in the last T. */
  private static double simulatedMeanMs(ElectionTimeouts timeouts, int nodes, long seed) {
    Random random = new Random(seed);
    double sum = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double first = Double.MAX_VALUE;
      for (int follower = 1; follower < nodes; follower++) {
        first = Math.min(first, candidateAt(timeouts, random));
      }
      sum += first;
    }
    return sum / TRIALS;
  }

  /** When a follower becomes a candidate; the leader's last message and crash are at time 0. */
  private static double candidateAt(ElectionTimeouts timeouts, Random random) {
    double min = timeouts.min().toMillis();
    double max = timeouts.max().toMillis();
    double now = -max * (WARM_UP + random.nextDouble());
    while (true) {
      double timeout = min + (max - min) * random.nextDouble();
      now += timeout;
      if (now >= timeout) {
        return now;
      }
    }
  }
}
