package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.log.WatchedDisk;
import io.rvi.isr.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The time of these looks is made up; only that something hangs is real. */
@Timeout(60)
class DiskWatchTest {
  private static final Duration STALL_MAX = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final StallingDisk stalling = new StallingDisk();
  private final WatchedDisk disk = new WatchedDisk(stalling);
  private final List<String> told = new ArrayList<>();
  private long now = 7_000;

  @TempDir Path directory;

  private interface Work {
    void run() throws IOException;
  }

  @AfterEach
  void heal() {
    stalling.heal();
  }

  private DiskWatch watch(Flush flush) {
    return new DiskWatch(new NodeId(1), disk, STALL_MAX, flush, told::add);
  }

  /** Does work on another thread, which hangs when this returns. */
  private CompletableFuture<Void> hang(Work work) {
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Eventually.until(() -> "it hangs", () -> stalling.hanging() == 1);
    return done;
  }

  private void lookFor(DiskWatch watch, Duration time) {
    for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(LOOK)) {
      now += LOOK.toNanos();
      watch.look(now);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP", "EACH"})
  void shouldTellOfAnFsyncThatHangsWhereAppendsWaitForIt(Flush flush) {
    // given
    DiskWatch watch = watch(flush);
    stalling.stallFsyncs();
    CompletableFuture<Void> hung = hang(() -> disk.forceDirectory(directory));

    // when, then
    lookFor(watch, STALL_MAX);
    assertThat(told).isEmpty();
    lookFor(watch, LOOK);
    assertThat(told)
        .singleElement()
        .asString()
        .isEqualTo(
            "the disk hangs: fsync of "
                + directory
                + " has not ended for 1000 ms, of 1000 ms that it may take by storage.stall.max");
    stalling.heal();
    hung.join();
  }

  @Test
  void shouldBeMorePatientWithAnFsyncThatNoAppendWaitsFor() {
    // given
    DiskWatch watch = watch(Flush.NONE);
    stalling.stallFsyncs();
    CompletableFuture<Void> hung = hang(() -> disk.forceDirectory(directory));

    // when, then
    lookFor(watch, STALL_MAX.multipliedBy(6));
    assertThat(told).isEmpty();
    lookFor(watch, LOOK);
    assertThat(told).hasSize(1);
    stalling.heal();
    hung.join();
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellOfAnyOtherOperationThatHangs(Flush flush) {
    // given
    DiskWatch watch = watch(flush);
    stalling.stall();
    CompletableFuture<Void> hung = hang(() -> disk.createDirectories(directory.resolve("new")));

    // when
    lookFor(watch, STALL_MAX.plus(LOOK));

    // then
    assertThat(told).singleElement().asString().contains(directory.resolve("new").toString());
    stalling.heal();
    hung.join();
  }

  @Test
  void shouldNotTellOfManyOperationsThatEndInTime() {
    DiskWatch watch = watch(Flush.GROUP);
    for (int i = 0; i < 3; i++) {
      stalling.stallFsyncs();
      CompletableFuture<Void> slow = hang(() -> disk.forceDirectory(directory));
      lookFor(watch, STALL_MAX.minus(LOOK));
      stalling.heal();
      slow.join();
      lookFor(watch, LOOK);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void shouldNotCountTheTimeThatTheProcessWasStopped() {
    // given
    DiskWatch watch = watch(Flush.GROUP);
    stalling.stallFsyncs();
    CompletableFuture<Void> hung = hang(() -> disk.forceDirectory(directory));
    lookFor(watch, LOOK);

    // when
    now += STALL_MAX.multipliedBy(100).toNanos();
    lookFor(watch, LOOK);

    // then
    assertThat(told).isEmpty();
    stalling.heal();
    hung.join();
  }
}
