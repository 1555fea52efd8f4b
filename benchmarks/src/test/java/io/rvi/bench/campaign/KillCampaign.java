package io.rvi.bench.campaign;

import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryReader;
import io.rvi.bench.check.Verdict;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.ServiceSpec;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.fault.FaultOutcome;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.bench.lab.fault.FaultSpec;
import io.rvi.spi.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Kills node processes at random under load, one every few seconds for as often as is asked, and
 * judges the history: {@code BACKEND KILLS SEED DIRECTORY [NODES]}. Three nodes, where there are
 * services three ZooKeeper servers, all processes; two producers that retry, and a reader that
 * follows the log's end and with it the high watermark. A third of the kills each is aimed at the
 * leader, a follower and, on a backend that has one, the controller. Ends with exit code 0 when
 * every promise was kept; the history stays in the directory when one was not.
 */
public final class KillCampaign {
  static final int NODES = 3;
  private static final int RATE_PER_SECOND = 100;
  private static final int RECORD_BYTES = 128;
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** A process under load may be scheduled late; an operation that hangs is later than that. */
  private static final Duration DEADLINE_SLACK = Duration.ofSeconds(2);

  /** From one kill to the next, a restart of a process and its way back into the set included. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  private static final Duration LOAD_AFTER = Duration.ofSeconds(60);

  private KillCampaign() {}

  /**
   * What came of it.
   *
   * @param finding faults and verdict
   * @param kills that landed, by whom they were aimed at
   * @param slowest of the operations, appends and reads
   * @param late operations that ended after their deadline, or never
   */
  record Result(FaultTrialFinding finding, Map<String, Integer> kills, Duration slowest, int late) {
    boolean isFine() {
      return finding.verdict().status() == Verdict.Status.SAFE
          && finding.faults().voidBecause().isEmpty()
          && finding.verdict().remarks().isEmpty()
          && late == 0;
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>(finding.verdict().lines());
      finding.faults().voidBecause().ifPresent(why -> lines.add("VOID: " + why));
      int all = kills.values().stream().mapToInt(Integer::intValue).sum();
      lines.add(all + " kills, aimed at " + kills);
      lines.add("slowest operation " + slowest.toMillis() + " ms, " + late + " past the deadline");
      return lines;
    }
  }

  /** Runs it. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[3]);
    int nodes = arguments.length > 4 ? Integer.parseInt(arguments[4]) : NODES;
    int kills = Integer.parseInt(arguments[1]);
    Result result = run(arguments[0], nodes, kills, Long.parseLong(arguments[2]), directory);
    result.lines().forEach(System.out::println);
    System.exit(result.isFine() ? 0 : 1);
  }

  /** Runs it; what it needs of the disk is gone afterwards, but for a history that is not safe. */
  static Result run(String backend, int nodes, int kills, long seed, Path directory)
      throws Exception {
    Files.createDirectories(directory);
    Path history = directory.resolve("kills-" + backend + "-" + seed + ".history");
    Duration length = EVERY.multipliedBy(kills + 1L);
    FaultSchedule schedule = FaultSchedule.random(seed, menu(backend), kills, length);
    FaultTrialPlan plan =
        new FaultTrialPlan(
            ClusterSpec.of(backend, nodes, Topology.PROCESSES)
                .withServices(ServiceSpec.DEFAULT.withServers(3))
                .withSettings(settings(backend)),
            schedule,
            length.plus(LOAD_AFTER),
            RATE_PER_SECOND,
            RECORD_BYTES);
    FaultTrialFinding finding;
    try (Lab lab = Lab.open(directory.resolve("labs"))) {
      finding = new FaultTrial(plan, history).run(lab);
    }
    Result result = judge(finding, schedule, history);
    if (result.isFine()) {
      Files.delete(history);
    }
    return result;
  }

  private static Map<String, String> settings(String backend) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("request.deadline", DEADLINE.toMillis() + "ms");
    if (hasController(backend)) {
      settings.put("min.insync.replicas", "2");
    }
    return settings;
  }

  private static boolean hasController(String backend) {
    return Lab.backend(backend).services().contains(Service.ZOOKEEPER);
  }

  private static List<FaultSpec> menu(String backend) {
    List<FaultSpec> menu = new ArrayList<>();
    menu.add(new FaultSpec("kill", Map.of("aim", "leader")));
    menu.add(new FaultSpec("kill", Map.of("aim", "follower")));
    if (hasController(backend)) {
      menu.add(new FaultSpec("kill", Map.of("aim", "controller")));
    }
    return menu;
  }

  private static Result judge(FaultTrialFinding finding, FaultSchedule schedule, Path history)
      throws IOException {
    Map<String, Integer> kills = new TreeMap<>();
    List<FaultOutcome.Event> events = finding.faults().events();
    for (int i = 0; i < events.size(); i++) {
      String aim = schedule.entries().get(i).spec().parameters().getOrDefault("aim", "");
      kills.merge(aim, 1, Integer::sum);
    }
    long slowestNs = 0;
    int late = 0;
    try (HistoryReader reader = new HistoryReader(history)) {
      for (Optional<HistoryEvent> next = reader.next(); next.isPresent(); next = reader.next()) {
        long tookNs = tookNs(next.get());
        late += tookNs > DEADLINE.plus(DEADLINE_SLACK).toNanos() ? 1 : 0;
        slowestNs = Math.max(slowestNs, tookNs);
      }
    }
    return new Result(finding, kills, Duration.ofNanos(slowestNs), late);
  }

  private static long tookNs(HistoryEvent event) {
    if (event instanceof HistoryEvent.Append append) {
      return append.endedNs() == HistoryEvent.NEVER_NS
          ? Long.MAX_VALUE
          : append.endedNs() - append.sentNs();
    }
    if (event instanceof HistoryEvent.Read read) {
      return read.endedNs() - read.sentNs();
    }
    return event instanceof HistoryEvent.ReadFailed failed ? failed.endedNs() - failed.sentNs() : 0;
  }
}
