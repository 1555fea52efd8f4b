package io.rvi.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a leader does while a follower is down. */
final class PacingTest {
  private static final long WATCHED_MS = 3_000;

  @Test
  void shouldNotKeepAProcessorBusyWhileAFollowerIsDown() throws Exception {
    // given an idle partition of which one follower is down
    try (ContractCluster cluster = EmbeddedClusters.of(new RaftBackend()).create(3, Map.of());
        LogClient client = cluster.connect("pacing", Map.of())) {
      client.createTopic("t", 1, 3).get();
      client.open("t", 0).append(new byte[1]).get();
      NodeId leader = client.describe("t").get().partitions().get(0).leader().orElseThrow();
      cluster.kill(
          cluster.nodes().stream().filter(n -> !n.equals(leader)).findFirst().orElseThrow());

      // when
      long before = appenderCpuNanos();
      TimeUnit.MILLISECONDS.sleep(WATCHED_MS);
      long used = appenderCpuNanos() - before;

      // then all appenders together take far less than one processor
      assertThat(TimeUnit.NANOSECONDS.toMillis(used)).isLessThan(WATCHED_MS / 4);
    }
  }

  private static long appenderCpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(info -> info != null && info.getThreadName().contains("LogAppender"))
        .mapToLong(info -> Math.max(0, threads.getThreadCpuTime(info.getThreadId())))
        .sum();
  }
}
