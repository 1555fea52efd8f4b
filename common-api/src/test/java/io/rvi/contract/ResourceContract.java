package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
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
    assumeTrue(OpenFiles.canBeListed(), "the system does not list open files");
    for (int i = 0; i < WARM_CYCLES; i++) {
      useAndClose();
    }
    OpenFiles before = OpenFiles.now();

    // when
    for (int i = 0; i < CYCLES; i++) {
      useAndClose();
    }

    // then
    Await.until(
        "no open file that was not open before",
        () -> OpenFiles.now().since(before).isEmpty(),
        () -> "but: " + OpenFiles.now().since(before));
  }

  @Test
  void shouldStartAgainWhereAnotherClusterWas() throws Exception {
    // given
    useAndClose();

    // when
    ContractCluster cluster = cluster(1);
    LogClient client = cluster.connect("client", PATIENT);
    Outcomes.result(client.createTopic("topic", 1, 1));

    // then the log is empty, though topic and client have the names of the other's
    assertThat(Outcomes.append(client.open("topic", 0), "r0").offset()).isZero();
  }

  private void useAndClose() throws Exception {
    try (ContractCluster cluster = clusters().create(3, Map.of())) {
      LogClient client = cluster.connect("client", PATIENT);
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
}
