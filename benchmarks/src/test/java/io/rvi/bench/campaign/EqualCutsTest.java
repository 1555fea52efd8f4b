package io.rvi.bench.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Namespaces;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.FaultSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same cuts, once by proxies and once by routes between network namespaces. */
@Tag("clusters")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EqualCutsTest {
  private static final long SEED = 3;
  private static final Duration LENGTH = Duration.ofSeconds(20);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldGiveTheSameVerdictForCutsByProxyAndByNamespace(String backend) throws Exception {
    // given
    Optional<String> unavailable = Namespaces.unavailable();
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
    FaultSchedule cuts =
        FaultSchedule.parse(
            List.of(
                Map.of("fault", "cut", "at", "2s", "for", "2s", "aim", "leader", "to", "all"),
                Map.of("fault", "cut-one-way", "at", "8s", "for", "2s", "aim", "leader"),
                Map.of("fault", "bridge", "at", "14s", "for", "2s")),
            SEED);

    // when
    FaultTrialFinding byProxy = run(backend, Wiring.PROXIED, cuts);
    FaultTrialFinding byNamespace = run(backend, Wiring.NAMESPACES, cuts);

    // then each cut landed, and what the log kept is the same
    for (FaultTrialFinding finding : List.of(byProxy, byNamespace)) {
      assertThat(finding.faults().voidBecause()).as("%s", finding.lines()).isEmpty();
      assertThat(finding.faults().events())
          .as("%s", finding.lines())
          .hasSize(3)
          .allSatisfy(event -> assertThat(event.proof().landed()).isTrue());
      assertThat(finding.verdict().counts().committed()).isPositive();
    }
    assertThat(byNamespace.verdict().status())
        .as("%s %s", byNamespace.lines(), byProxy.lines())
        .isEqualTo(byProxy.verdict().status())
        .isEqualTo(Verdict.Status.SAFE);
    assertThat(directory.resolve("labs")).doesNotExist();
  }

  private FaultTrialFinding run(String backend, Wiring wiring, FaultSchedule cuts)
      throws Exception {
    ClusterSpec cluster = ClusterSpec.of(backend, 3, Topology.PROCESSES).withWiring(wiring);
    FaultTrialPlan plan = new FaultTrialPlan(cluster, cuts, LENGTH, 100, 64);
    try (Lab lab = Lab.open(directory.resolve("labs"))) {
      return new FaultTrial(plan, directory.resolve(wiring + ".history")).run(lab);
    }
  }
}
