package io.rvi.bench.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LoopVolume;
import io.rvi.bench.lab.StubTraffic;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Volumes;
import io.rvi.bench.lab.Wiring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every fault against nodes that only talk and write: that it lands, heals and leaves nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StubFaultsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir static Path base;

  private Lab lab;
  private Cluster cluster;
  private StubTraffic traffic;

  @BeforeAll
  void start() throws Exception {
    lab = Lab.open(base);
    boolean volumes = LoopVolume.unavailable(base).isEmpty();
    cluster =
        lab.start(
            ClusterSpec.of("stub", 4, Topology.PROCESSES)
                .withWiring(Wiring.PROXIED)
                .withVolumes(volumes ? Volumes.LOOP_MOUNTS : Volumes.DIRECTORIES));
    traffic = StubTraffic.start(cluster);
  }

  @AfterAll
  void stop() {
    traffic.close();
    lab.close();
    assertThat(base).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "none, ''",
    "kill, leader",
    "kill, follower(2)",
    "stop, any",
    "pause, n2",
    "cut, leader",
    "cut-one-way, leader",
    "isolate, n3",
    "ring, ''",
    "bridge, ''",
    "slow-link, leader",
    "disk-stall, n1",
    "disk-error, n1",
    "disk-full, n2",
    "power-loss, n1",
    "power-loss, all",
    "wipe, n2",
    "bit-flip, n1",
    "truncate, n3",
    "zookeeper-loss, ''",
    "zookeeper-quorum-loss, ''"
  })
  void shouldLandHealAndLeaveTheClusterWhole(String kind, String aim) {
    // given
    FaultSchedule schedule = schedule(kind, aim);
    FaultRunner runner = new FaultRunner(cluster, "t", PATIENCE);
    Optional<String> unavailable = runner.unavailable(schedule);
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));

    // when
    FaultOutcome outcome = runner.run(schedule, System.nanoTime());

    // then
    assertThat(outcome.voidBecause()).isEmpty();
    assertThat(outcome.events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.proof().landed()).isTrue();
              assertThat(event.what()).startsWith(kind);
              assertThat(event.healedNs()).isGreaterThan(event.effectiveNs());
            });
  }

  @ParameterizedTest
  @CsvSource({"clock-step, wall clock", "session-expiry, no ZooKeeper session"})
  void shouldSayWhyItCannotBeDone(String kind, String reason) {
    FaultSchedule schedule = schedule(kind, "");
    FaultRunner runner = new FaultRunner(cluster, "t", PATIENCE);

    FaultOutcome outcome = runner.run(schedule, System.nanoTime());

    assertThat(outcome.events()).isEmpty();
    assertThat(outcome.voidBecause().orElse("")).contains(reason);
  }

  @Test
  void shouldCallATrialVoidWhoseFaultDidNotLand() {
    // A slow link between nodes that do not talk delays nothing: nobody dials n4 but n4's peers.
    traffic.pause();
    try {
      FaultOutcome outcome =
          new FaultRunner(cluster, "t", PATIENCE)
              .run(schedule("slow-link", "n4"), System.nanoTime());

      assertThat(outcome.voidBecause().orElse("")).contains("did not land", "0 bytes");
    } finally {
      traffic.resume();
    }
  }

  @Test
  void shouldNameWhatACutNeedsOnAClusterWithoutLinks() throws Exception {
    try (Lab other = Lab.open(base)) {
      Cluster direct = other.start(ClusterSpec.of("stub", 1, Topology.EMBEDDED));
      FaultRunner runner = new FaultRunner(direct, "t", PATIENCE);

      assertThat(runner.unavailable(schedule("cut", "")).orElse("")).contains("wired directly");
      assertThat(runner.unavailable(schedule("pause", "")).orElse("")).contains("embedded");
      assertThat(runner.unavailable(schedule("disk-full", "")).orElse("")).contains("loop mounts");
    }
  }

  private static FaultSchedule schedule(String kind, String aim) {
    FaultSpec spec = new FaultSpec(kind, aim.isEmpty() ? Map.of() : Map.of("aim", aim));
    return new FaultSchedule(
        List.of(new FaultSchedule.Entry(Duration.ZERO, Duration.ofMillis(400), spec)), 5);
  }
}
