package io.rvi.bench.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LoopVolume;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Volumes;
import io.rvi.bench.lab.Waits;
import io.rvi.bench.lab.Wiring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every fault against a real backend in processes, under a light load: it lands, it heals, the
 * cluster is whole again and takes appends. All on one cluster, one after the other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("clusters")
abstract class BackendFaults {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration LASTING = Duration.ofMillis(1_500);
  private static final long APPEND_EVERY_NS = 20_000_000;

  @TempDir static Path base;

  private final String backend;
  private Lab lab;
  private Cluster cluster;
  private ReplicatedLog log;
  private volatile boolean over;

  BackendFaults(String backend) {
    this.backend = backend;
  }

  @BeforeAll
  void start() throws Exception {
    lab = Lab.open(base);
    boolean volumes = LoopVolume.unavailable(base).isEmpty();
    cluster =
        lab.start(
            ClusterSpec.of(backend, 3, Topology.PROCESSES)
                .withWiring(Wiring.PROXIED)
                .withVolumes(volumes ? Volumes.LOOP_MOUNTS : Volumes.DIRECTORIES));
    LogClient client = cluster.connect("load", Map.of("request.deadline", "60s"));
    client.createTopic("t", 1, 3).get(90, TimeUnit.SECONDS);
    log = client.open("t", 0);
    Thread load = new Thread(this::appendUntilOver, "load");
    load.setDaemon(true);
    load.start();
  }

  private void appendUntilOver() {
    while (!over) {
      log.append(new byte[100]).exceptionally(hurt -> null);
      Waits.pace(System.nanoTime() + APPEND_EVERY_NS);
    }
  }

  @AfterAll
  void stop() {
    over = true;
    lab.close();
    assertThat(base).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "none, ''",
    "kill, leader",
    "kill, follower",
    "kill, controller",
    "stop, leader",
    "pause, leader",
    "cut, leader",
    "cut-one-way, leader",
    "cut-one-way, follower",
    "isolate, leader",
    "bridge, ''",
    "slow-link, leader",
    "disk-stall, leader",
    "disk-error, follower",
    "disk-full, leader",
    "power-loss, leader",
    "power-loss, all",
    "wipe, follower",
    "bit-flip, follower",
    "truncate, follower",
    "zookeeper-loss, ''",
    "session-expiry, leader"
  })
  void shouldLandHealAndLeaveAClusterThatTakesAppends(String kind, String aim) throws Exception {
    // given
    FaultSpec spec = new FaultSpec(kind, aim.isEmpty() ? Map.of() : Map.of("aim", aim));
    FaultSchedule schedule =
        new FaultSchedule(List.of(new FaultSchedule.Entry(Duration.ZERO, LASTING, spec)), 5);
    FaultRunner runner = new FaultRunner(cluster, "t", PATIENCE);
    Optional<String> unavailable = runner.unavailable(schedule);
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
    boolean aimless = aim.equals("controller") && cluster.zooKeeper().isEmpty();
    assumeTrue(!aimless, () -> backend + " has no controller");

    // when
    FaultOutcome outcome = runner.run(schedule, System.nanoTime());

    // then
    List<String> seen = new ArrayList<>();
    outcome.events().forEach(event -> seen.add(event.what() + ": " + event.proof().evidence()));
    assertThat(outcome.voidBecause()).as("%s", seen).isEmpty();
    assertThat(outcome.events()).as("%s", seen).hasSize(1);
    assertThat(log.append(new byte[10]).get(90, TimeUnit.SECONDS).offset()).isPositive();
  }
}
