package io.rvi.bench.campaign;

import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LoopVolume;
import io.rvi.bench.lab.ServiceSpec;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Volumes;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.bench.lab.fault.FaultSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Random fault schedules against a backend, one seed after the other: {@code BACKEND FIRST_SEED
 * COUNT SECONDS DIRECTORY [WIRING]}. Prints one line per seed, and all that is known of a seed
 * whose trial was void or whose log broke a promise. The same seed runs the same schedule.
 */
public final class FaultCampaign {
  private static final int NODES = 3;
  private static final int FAULTS = 3;
  private static final int RATE_PER_SECOND = 200;
  private static final int RECORD_BYTES = 128;

  private FaultCampaign() {}

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    String backend = arguments[0];
    long first = Long.parseLong(arguments[1]);
    int count = Integer.parseInt(arguments[2]);
    Duration length = Duration.ofSeconds(Long.parseLong(arguments[3]));
    Path directory = Path.of(arguments[4]);
    Wiring wiring = arguments.length > 5 ? Wiring.valueOf(arguments[5]) : Wiring.PROXIED;
    int voids = 0;
    int violated = 0;
    for (long seed = first; seed < first + count; seed++) {
      Path history = directory.resolve(backend + "-" + seed + ".history");
      long startNs = System.nanoTime();
      try (Lab lab = Lab.open(directory.resolve("labs"))) {
        FaultTrialPlan plan = plan(cluster(backend, wiring, directory), seed, length);
        FaultTrialFinding finding = new FaultTrial(plan, history).run(lab);
        Verdict.Status status = finding.verdict().status();
        boolean isVoid = finding.faults().voidBecause().isPresent();
        voids += isVoid ? 1 : 0;
        violated += status == Verdict.Status.SAFE ? 0 : 1;
        System.out.printf(
            "seed %d %s%s %d s %s%n",
            seed,
            status,
            isVoid ? " VOID" : "",
            (System.nanoTime() - startNs) / 1_000_000_000L,
            plan.faults().toText().replace('\n', ';'));
        finding.lines().forEach(line -> System.out.println("    " + line));
        if (status == Verdict.Status.SAFE) {
          Files.deleteIfExists(history);
        }
      } catch (Exception e) {
        voids++;
        System.out.printf("seed %d FAILED %s%n", seed, e);
        e.printStackTrace(System.out);
      }
      System.out.flush();
    }
    System.out.printf(
        "%s: %d seeds from %d, %d void, %d not safe%n", backend, count, first, voids, violated);
    System.exit(0);
  }

  private static ClusterSpec cluster(String backend, Wiring wiring, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    boolean volumes = LoopVolume.unavailable(directory).isEmpty();
    return ClusterSpec.of(backend, NODES, Topology.PROCESSES)
        .withWiring(wiring)
        .withVolumes(volumes ? Volumes.LOOP_MOUNTS : Volumes.DIRECTORIES)
        .withServices(ServiceSpec.DEFAULT)
        .withSettings(Map.of("request.deadline", "5s", "flush", "group"));
  }

  static FaultTrialPlan plan(ClusterSpec cluster, long seed, Duration length) {
    List<FaultSpec> available =
        menu().stream().filter(fault -> isAvailable(fault, cluster)).toList();
    FaultSchedule schedule = FaultSchedule.random(seed, available, FAULTS, length);
    return new FaultTrialPlan(cluster, schedule, length, RATE_PER_SECOND, RECORD_BYTES);
  }

  private static boolean isAvailable(FaultSpec fault, ClusterSpec cluster) {
    FaultSchedule alone =
        new FaultSchedule(List.of(new FaultSchedule.Entry(Duration.ZERO, Duration.ZERO, fault)), 0);
    return alone.unavailable(cluster).isEmpty();
  }

  private static List<FaultSpec> menu() {
    List<FaultSpec> menu = new ArrayList<>();
    for (String aim : List.of("leader", "follower", "any")) {
      for (String kind : List.of("kill", "stop", "pause", "isolate")) {
        menu.add(new FaultSpec(kind, Map.of("aim", aim)));
      }
    }
    menu.add(new FaultSpec("none", Map.of()));
    menu.add(new FaultSpec("kill", Map.of("aim", "all")));
    menu.add(new FaultSpec("cut", Map.of("aim", "leader", "to", "follower")));
    menu.add(new FaultSpec("cut", Map.of("aim", "leader", "to", "all", "style", "reset")));
    menu.add(new FaultSpec("cut-one-way", Map.of("aim", "leader", "to", "all")));
    menu.add(new FaultSpec("cut-one-way", Map.of("aim", "follower", "to", "all")));
    menu.add(new FaultSpec("bridge", Map.of()));
    menu.add(new FaultSpec("slow-link", Map.of("aim", "leader", "delay", "uniform(1ms, 80ms)")));
    menu.add(new FaultSpec("power-loss", Map.of("aim", "leader")));
    menu.add(new FaultSpec("power-loss", Map.of("aim", "follower")));
    menu.add(new FaultSpec("power-loss", Map.of("aim", "all")));
    menu.add(new FaultSpec("disk-stall", Map.of("aim", "leader")));
    menu.add(new FaultSpec("disk-stall", Map.of("aim", "follower")));
    menu.add(new FaultSpec("disk-error", Map.of("aim", "any")));
    menu.add(new FaultSpec("disk-full", Map.of("aim", "any")));
    menu.add(new FaultSpec("zookeeper-loss", Map.of()));
    menu.add(new FaultSpec("session-expiry", Map.of("aim", "leader")));
    menu.add(new FaultSpec("session-expiry", Map.of("aim", "controller")));
    menu.add(new FaultSpec("kill", Map.of("aim", "controller")));
    return menu;
  }
}
