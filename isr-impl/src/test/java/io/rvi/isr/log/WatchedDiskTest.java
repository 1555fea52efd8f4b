package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.isr.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchedDiskTest {
  private static final Path FILE = Path.of("/data/p/file");

  private final SimulatedDisk simulated = new SimulatedDisk();
  private final WatchedDisk disk = new WatchedDisk(simulated);

  private static CompletableFuture<Void> force(DiskFile file) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            file.force();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private WatchedDisk.Worker busy() {
    return disk.workers().stream()
        .filter(worker -> worker.begun() > worker.ended())
        .findFirst()
        .orElseThrow();
  }

  private void awaitBusy() {
    Eventually.until(
        () -> "something under way",
        () -> disk.workers().stream().anyMatch(worker -> worker.begun() > worker.ended()));
  }

  @Test
  void shouldDoWhatItIsAskedFor() throws Exception {
    // when
    DiskFile file = disk.open(FILE);
    file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
    file.truncate(2);
    file.force();

    // then
    ByteBuffer read = ByteBuffer.allocate(9);
    assertThat(file.read(read, 0)).isEqualTo(2);
    assertThat(file.size()).isEqualTo(2);
    assertThat(simulated.content(FILE)).containsExactly(1, 2);
    disk.delete(FILE);
    assertThat(disk.exists(FILE)).isFalse();
    assertThat(disk.workers())
        .singleElement()
        .satisfies(
            worker -> {
              assertThat(worker.ended()).isEqualTo(6);
              assertThat(worker.begun()).isEqualTo(6);
              assertThat(worker.work()).isEqualTo("delete " + FILE);
              assertThat(worker.isFsync()).isFalse();
            });
  }

  @Test
  void shouldShowWhatIsUnderWayAndThatItEnded() throws Exception {
    // given
    DiskFile file = disk.open(FILE);
    CountDownLatch stall = simulated.stallForces();

    // when
    CompletableFuture<Void> forced = force(file);
    awaitBusy();

    // then
    WatchedDisk.Worker worker = busy();
    assertThat(worker.begun()).isEqualTo(worker.ended() + 1);
    assertThat(worker.work()).isEqualTo("fsync of " + FILE);
    assertThat(worker.isFsync()).isTrue();
    stall.countDown();
    forced.join();
    assertThat(worker.ended()).isEqualTo(worker.begun());
  }

  @Test
  void shouldFailWhatIsUnderWayWhenItEnds() throws Exception {
    // given
    DiskFile file = disk.open(FILE);
    CountDownLatch stall = simulated.stallForces();
    CompletableFuture<Void> forced = force(file);
    awaitBusy();

    // when
    disk.fail("it hung");
    assertThat(forced).isNotDone();
    stall.countDown();

    // then, though the disk did it
    assertThatThrownBy(forced::join)
        .isInstanceOf(CompletionException.class)
        .rootCause()
        .isInstanceOf(IOException.class)
        .hasMessage("it hung");
    assertThat(simulated.forces()).isOne();
  }

  @Test
  void shouldRefuseEverythingOnceItFailedButToCloseFiles() throws Exception {
    // given
    DiskFile file = disk.open(FILE);

    // when
    disk.fail("it hung");

    // then
    assertThat(disk.isFailed()).isTrue();
    assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1), 0)).hasMessage("it hung");
    assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), 0)).hasMessage("it hung");
    assertThatThrownBy(file::force).hasMessage("it hung");
    assertThatThrownBy(() -> file.truncate(0)).hasMessage("it hung");
    assertThatThrownBy(() -> disk.open(FILE)).hasMessage("it hung");
    assertThatThrownBy(() -> disk.delete(FILE)).hasMessage("it hung");
    assertThatThrownBy(() -> disk.replace(FILE, FILE)).hasMessage("it hung");
    assertThatThrownBy(() -> disk.forceDirectory(FILE)).hasMessage("it hung");
    assertThat(simulated.content(FILE)).isEmpty();
    assertThatCode(file::close).doesNotThrowAnyException();
  }
}
