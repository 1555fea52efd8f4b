package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a cluster and its clients once they are closed. */
@Tag("resources")
@Timeout(300)
abstract class ResourceContract extends ContractPart {
  /** Cycles before the sample: what a library sets up once for the JVM is set up by then. */
  private static final int WARM_CYCLES = 1;

  private static final int CYCLES = 2;

  /** Threads of the JDK and of JUnit that come and go on their own. */
  private static final List<String> FOREIGN_THREADS =
      List.of("ForkJoinPool.commonPool", "CompletableFutureDelayScheduler", "junit", "Attach ");

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /** Files that the JVM itself may open meanwhile: a jar, a performance counter. */
  private static final long FILES_SLACK = 2;

  @Test
  void shouldLeaveNoThreadBehind() throws Exception {
    // given
    for (int i = 0; i < WARM_CYCLES; i++) {
      useAndClose();
    }
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    // when
    for (int i = 0; i < CYCLES; i++) {
      useAndClose();
    }

    // then
    Await.until("no new thread: " + names(newThreads(before)), () -> newThreads(before).isEmpty());
  }

  @Test
  void shouldLeaveNoFileOpen() throws Exception {
    // given
    assumeTrue(Files.isDirectory(OPEN_FILES), "the system does not list open files");
    for (int i = 0; i < WARM_CYCLES; i++) {
      useAndClose();
    }
    long before = openFiles();

    // when
    for (int i = 0; i < CYCLES; i++) {
      useAndClose();
    }

    // then
    Await.until(
        "no more open files than " + before + " and " + FILES_SLACK,
        () -> openFiles() <= before + FILES_SLACK);
  }

  @Test
  void shouldStartAgainWhereAnotherClusterWas() throws Exception {
    // given
    useAndClose();

    // when
    ContractCluster cluster = cluster(1);
    LogClient client = cluster.connect("client", Map.of());
    Outcomes.result(client.createTopic("topic", 1, 1));

    // then the log is empty, though topic and client have the names of the other's
    assertThat(Outcomes.append(client.open("topic", 0), "r0").offset()).isZero();
  }

  private void useAndClose() throws Exception {
    try (ContractCluster cluster = clusters().create(3, Map.of())) {
      LogClient client = cluster.connect("client", Map.of());
      Outcomes.result(client.createTopic("topic", 1, 3));
      ReplicatedLog log = client.open("topic", 0);
      List<CompletableFuture<Appended>> appends = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        appends.add(log.append(new byte[100]));
      }
      appends.forEach(Outcomes::result);
    }
  }

  private static Set<Thread> newThreads(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && thread != Thread.currentThread())
        .filter(thread -> FOREIGN_THREADS.stream().noneMatch(thread.getName()::startsWith))
        .collect(Collectors.toSet());
  }

  private static String names(Set<Thread> threads) {
    return threads.stream().map(Thread::getName).sorted().collect(Collectors.joining(", "));
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(OPEN_FILES)) {
      return files.count();
    }
  }
}
