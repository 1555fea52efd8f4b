package io.rvi.bench.load.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rvi.api.Flush;
import io.rvi.bench.load.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FloorTest {
  private static final Floor.Timing SHORT =
      new Floor.Timing(Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofMillis(200), 200);

  @TempDir private Path base;

  static Stream<Arguments> floors() {
    return Stream.of(
        Arguments.of(new FloorSpec(1, 0, Flush.NONE, 100)),
        Arguments.of(new FloorSpec(3, 2, Flush.NONE, 1_024)),
        Arguments.of(new FloorSpec(3, 1, Flush.GROUP, 1_024)));
  }

  @ParameterizedTest
  @MethodSource("floors")
  void shouldCarryEachOperationThroughAndLeaveNothingBehind(FloorSpec spec) throws Exception {
    // when
    Floor.Result result = Floor.measure(spec, base, SHORT);

    // then
    assertThat(result.closed().getTotalCount()).isPositive();
    assertThat(result.paced().counts().of(Outcome.COMMITTED)).isEqualTo(40);
    assertThat(base).isEmptyDirectory();
    assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void shouldRefuseToWaitForMoreFollowersThanThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FloorSpec(3, 3, Flush.NONE, 100))
        .withMessageContaining("3 nodes cannot wait for 3 followers");
  }
}
