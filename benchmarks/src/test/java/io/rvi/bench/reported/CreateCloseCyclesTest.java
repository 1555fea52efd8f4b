package io.rvi.bench.reported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters made and closed in one JVM, again and again, as tests and benchmarks do. */
@Tag("nightly")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class CreateCloseCyclesTest {
  private static final int WARM_CYCLES = 20;
  private static final int CYCLES = 200;
  private static final int APPENDS = 100;

  /** What a sample may grow by from the first to the last: a leak of one in each cycle is 180. */
  private static final double GROWTH_MAX = 1.05;

  /** Growth that is below one object of any kind for each ten cycles. */
  private static final int COUNT_NOISE = 18;

  private static final long BYTES_NOISE = 8L << 20;
  private static final int SETTLE_COLLECTIONS = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldNeedNoMoreAfterTwoHundredCyclesThanAfterTwenty(String backend) throws Exception {
    assumeThat(ManagementFactory.getOperatingSystemMXBean())
        .isInstanceOf(UnixOperatingSystemMXBean.class);
    Sample early = null;
    try (Lab lab = Lab.open(directory)) {
      for (int cycle = 1; cycle <= CYCLES; cycle++) {
        useAndClose(lab, backend);
        early = cycle == WARM_CYCLES ? Sample.now() : early;
      }
    }
    Sample late = Sample.now();

    assertThat(early).isNotNull();
    String both = "after " + WARM_CYCLES + ": " + early + ", after " + CYCLES + ": " + late;
    assertThat(late.threads()).as(both).isLessThanOrEqualTo(most(early.threads(), COUNT_NOISE));
    assertThat(late.files()).as(both).isLessThanOrEqualTo(most(early.files(), COUNT_NOISE));
    assertThat(late.direct()).as(both).isLessThanOrEqualTo(most(early.direct(), BYTES_NOISE));
    assertThat(late.heap()).as(both).isLessThanOrEqualTo(most(early.heap(), BYTES_NOISE));
  }

  private static long most(long early, long noise) {
    return Math.max((long) (early * GROWTH_MAX), early + noise);
  }

  private static void useAndClose(Lab lab, String backend) throws Exception {
    try (Cluster cluster = lab.start(ClusterSpec.of(backend, 3, Topology.EMBEDDED))) {
      LogClient client = cluster.connect("client", Map.of("request.deadline", "60s"));
      client.createTopic("t", 1, 3).get(60, TimeUnit.SECONDS);
      ReplicatedLog log = client.open("t", 0);
      List<CompletableFuture<Appended>> appends = new ArrayList<>();
      for (int i = 0; i < APPENDS; i++) {
        appends.add(log.append(new byte[100]));
      }
      for (CompletableFuture<Appended> append : appends) {
        assertThat(append.get(60, TimeUnit.SECONDS).offset()).isNotNegative();
      }
    }
  }

  /**
   * What this JVM holds.
   *
   * @param threads that live
   * @param files open descriptors
   * @param direct bytes of direct buffers
   * @param heap bytes in use after collections
   */
  private record Sample(long threads, long files, long direct, long heap) {
    static Sample now() {
      for (int i = 0; i < SETTLE_COLLECTIONS; i++) {
        ManagementFactory.getMemoryMXBean().gc();
      }
      UnixOperatingSystemMXBean system =
          (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum();
      return new Sample(
          ManagementFactory.getThreadMXBean().getThreadCount(),
          system.getOpenFileDescriptorCount(),
          direct,
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
  }
}
