package io.rvi.bench.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.FaultSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTrialTest {
  private static final long SEED = 11;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldFindTheLogSafeAfterALeaderWasKilledUnderLoad(String backend) throws Exception {
    // given
    FaultSchedule schedule =
        FaultSchedule.parse(
            List.of(Map.of("fault", "kill", "at", "1s", "for", "1s", "aim", "leader")), SEED);
    ClusterSpec spec = ClusterSpec.of(backend, 3, Topology.EMBEDDED).withWiring(Wiring.PROXIED);
    FaultTrialPlan plan = new FaultTrialPlan(spec, schedule, Duration.ofSeconds(4), 100, 64);

    // when
    FaultTrialFinding finding;
    try (Lab lab = Lab.open(directory.resolve("labs"))) {
      finding = new FaultTrial(plan, directory.resolve("history")).run(lab);
    }

    // then
    assertThat(finding.faults().voidBecause()).as("%s", finding.lines()).isEmpty();
    assertThat(finding.verdict().status()).as("%s", finding.lines()).isEqualTo(Verdict.Status.SAFE);
    assertThat(finding.verdict().counts().committed()).isGreaterThan(100);
    assertThat(directory.resolve("labs")).doesNotExist();
  }
}
