package io.rvi.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibratorTest {
  @TempDir Path temp;

  @Test
  void shouldMeasureEachStepAndLeaveNothing() throws Exception {
    Calibration found = new Calibrator(temp, 1_024, Duration.ofMillis(50)).measure();

    for (Calibration.Sample sample : List.of(found.fsync(), found.loopback(), found.hiccup())) {
      assertThat(sample.count()).isPositive();
      assertThat(sample.quantilesUs()).isSorted().hasSameSizeAs(sample.shares());
      assertThat(sample.quantileUs(0.5)).isNotNegative();
      assertThat(sample.delay().quantile(0.5)).isEqualTo(sample.quantileUs(0.5) / 1e6);
    }
    assertThat(found.fsync().quantileUs(0)).isPositive();
    assertThat(found.loopback().quantileUs(0)).isPositive();
    assertThat(found.timerGrainNs()).isPositive();
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void shouldSayWhereItCannotMeasure() {
    Path absent = temp.resolve("absent");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Calibrator(absent, 1, Duration.ofMillis(1)).measure())
        .withMessageContaining("absent");
  }

  @Test
  void shouldKnowTheQuantilesThatItKeptOnly() {
    Calibration.Sample sample =
        new Calibration.Sample(2, List.of(0.0, 0.5, 1.0), List.of(1.0, 2.0, 3.0));

    assertThat(sample.quantileUs(0.5)).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sample.quantileUs(0.3))
        .withMessageContaining("no quantile at 0.3");
  }
}
