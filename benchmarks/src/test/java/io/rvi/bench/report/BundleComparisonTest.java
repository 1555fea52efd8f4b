package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.stats.Comparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleComparisonTest {
  private static final FigureId P50 =
      new FigureId("latency", "isr-n3-none-1024", "append.response.p50");

  @TempDir Path temp;

  private Bundle bundle(String name, int repetitions, double slowdown) throws IOException {
    return SampleRun.write(temp.resolve(name), repetitions, slowdown);
  }

  private static BundleComparison.Row row(BundleComparison comparison, FigureId id) {
    return comparison.rows().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void shouldCallABundleOfSlowedCellsSlowerAndTheOtherWayRoundFaster() throws IOException {
    Bundle plain = bundle("plain", 10, 1);
    Bundle slowed = bundle("slowed", 10, 1.2);

    Comparison up =
        Objects.requireNonNull(row(BundleComparison.of(plain, slowed), P50).comparison());
    Comparison down =
        Objects.requireNonNull(row(BundleComparison.of(slowed, plain), P50).comparison());

    assertThat(up.verdict()).isEqualTo(Comparison.Verdict.SLOWER);
    assertThat(up.ratio().estimate()).isCloseTo(1.2, within(1e-3));
    assertThat(down.verdict()).isEqualTo(Comparison.Verdict.FASTER);
  }

  @Test
  void shouldCallABundleEquivalentToItself() throws IOException {
    Bundle plain = bundle("plain", 10, 1);

    Comparison same =
        Objects.requireNonNull(row(BundleComparison.of(plain, plain), P50).comparison());

    assertThat(same.verdict()).isEqualTo(Comparison.Verdict.EQUIVALENT);
    assertThat(same.a12()).isEqualTo(0.5);
  }

  @Test
  void shouldGiveNoVerdictOnCellsThatWereRepeatedTooSeldom() throws IOException {
    BundleComparison comparison =
        BundleComparison.of(bundle("few", 9, 1), bundle("slowed", 10, 1.2));

    assertThat(row(comparison, P50).ratio()).isNotNull();
    assertThat(comparison.rows()).allMatch(row -> row.comparison() == null);
  }

  @Test
  void shouldGiveNoVerdictOnFiguresThatAreNoLatencies() throws IOException {
    Bundle plain = bundle("plain", 10, 1);

    BundleComparison comparison = BundleComparison.of(plain, plain);

    assertThat(comparison.rows())
        .filteredOn(row -> row.comparison() != null)
        .isNotEmpty()
        .allMatch(row -> row.id().metric().startsWith("append.response.p"));
  }
}
