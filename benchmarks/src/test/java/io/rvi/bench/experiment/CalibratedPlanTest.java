package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Calibration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What theory expects of a cell's latency on a machine that was measured. */
final class CalibratedPlanTest {
  private static final Calibration CALIBRATION =
      new Calibration(sample(1_000), sample(100), sample(50), 20, null);

  private static Calibration.Sample sample(double us) {
    return new Calibration.Sample(1_000, List.of(0.0, 0.5, 1.0), List.of(us, us, us));
  }

  private static Plan plan(Topology topology, Flush flush, Duration measured) {
    Cell cell = new Cell("isr", 3, flush, 1_024, topology, Map.of(), false);
    Shape shape = new Shape(1, Duration.ZERO, measured, Duration.ZERO, Duration.ofSeconds(1), null);
    return Plan.of("test", 1, 1, shape, List.of(cell), null).withCalibration(CALIBRATION);
  }

  @Test
  void shouldExpectRoundTripsAndAnFsyncOfACellOfProcesses() {
    Plan none = plan(Topology.PROCESSES, Flush.NONE, Duration.ofSeconds(1));
    Plan group = plan(Topology.PROCESSES, Flush.GROUP, Duration.ofSeconds(1));

    // then client to leader and leader to followers, of 0.1 ms each, and one fsync of 1 ms
    assertThat(none.predictions())
        .filteredOn(prediction -> prediction.metric().equals("p50"))
        .singleElement()
        .satisfies(p -> assertThat(p.value()).isCloseTo(0.2, within(0.01)));
    assertThat(group.predictions())
        .filteredOn(prediction -> prediction.metric().equals("p50"))
        .singleElement()
        .satisfies(p -> assertThat(p.value()).isCloseTo(1.2, within(0.02)));
    assertThat(none.predictions()).extracting(Prediction::metric).contains("p99", "L", "L_full");
  }

  /** Of two followers, the slower makes an in-sync set's wait, and the quicker a majority's. */
  @Test
  void shouldExpectTheDelayOfLinksBothWays() {
    Shape shape =
        new Shape(
            4,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ZERO,
            Duration.ofSeconds(1),
            null,
            "uniform(10ms, 30ms)");

    // then the sum of two uniform delays has a triangular density, of which these are quantiles
    for (String backend : List.of("isr", "raft")) {
      boolean all = backend.equals("isr");
      double share = all ? Math.sqrt(0.5) : 1 - Math.sqrt(0.5);
      double sumMs = all ? 60 - 20 * Math.sqrt(2 * (1 - share)) : 20 + 20 * Math.sqrt(2 * share);
      Cell cell = new Cell(backend, 3, Flush.NONE, 1_024, Topology.PROCESSES, Map.of(), false);
      assertThat(
              Plan.of("test", 1, 1, shape, List.of(cell), null)
                  .withCalibration(CALIBRATION)
                  .predictions())
          .filteredOn(prediction -> prediction.metric().equals("p50"))
          .singleElement()
          .satisfies(p -> assertThat(p.value()).isCloseTo(sumMs + 0.2, within(0.2)))
          .satisfies(p -> assertThat(p.basis()).contains("links delayed uniform(10ms, 30ms)"));
    }
  }

  /** Bytes do not overtake: the delays of appends that are close are not independent. */
  @Test
  void shouldExpectNothingOfDelayedLinksWhereAppendsAreNotARoundTripApart() {
    Duration second = Duration.ofSeconds(1);
    Shape shape =
        new Shape(5, Duration.ZERO, second, Duration.ZERO, second, null, "uniform(10ms, 30ms)");
    List<Cell> cells =
        List.of(
            new Cell("isr", 1, Flush.NONE, 1_024, Topology.PROCESSES, Map.of(), false),
            new Cell("isr", 3, Flush.NONE, 1_024, Topology.PROCESSES, Map.of(), false));

    assertThat(Plan.of("test", 1, 1, shape, cells, null).withCalibration(CALIBRATION).predictions())
        .filteredOn(prediction -> prediction.metric().equals("p99"))
        .as("a single replica has no links")
        .singleElement()
        .satisfies(p -> assertThat(p.cell()).contains("n1"))
        .satisfies(p -> assertThat(p.basis()).doesNotContain("delayed"));
  }

  @Test
  void shouldExpectNoLatencyWhereNoneIsMeasuredOrNothingCrossesASocket() {
    assertThat(plan(Topology.EMBEDDED, Flush.NONE, Duration.ofSeconds(1)).predictions())
        .extracting(Prediction::metric)
        .doesNotContain("p50", "p99");
    assertThat(plan(Topology.PROCESSES, Flush.NONE, Duration.ZERO).predictions())
        .extracting(Prediction::metric)
        .doesNotContain("p50", "p99");
  }
}
