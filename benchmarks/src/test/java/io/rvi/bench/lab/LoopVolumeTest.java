package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopVolumeTest {
  @TempDir Path directory;

  private Optional<LoopVolume> made = Optional.empty();

  @BeforeEach
  void create() throws IOException {
    Optional<String> unavailable = LoopVolume.unavailable(directory);
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
    made = Optional.of(LoopVolume.create(directory.toRealPath().resolve("disk"), 64));
  }

  @AfterEach
  void remove() throws IOException {
    made.ifPresent(LoopVolume::remove);
    assertThat(Mounts.under(directory.toRealPath())).isEmpty();
  }

  private LoopVolume volume() {
    return made.orElseThrow();
  }

  @Test
  void shouldLoseExactlyTheUnflushedBytesInAPowerLoss() throws Exception {
    // given a file of which the first half is on the device, and one that never was
    Path file = volume().mountPoint().resolve("synced");
    append(file, 1_000, true);
    append(file, 1_000, false);
    append(volume().mountPoint().resolve("unsynced"), 1_000, false);

    // when the power goes
    volume().fail();
    volume().remount();

    // then only what was flushed is there
    assertThat(Files.size(file)).isEqualTo(1_000);
    assertThat(volume().mountPoint().resolve("unsynced")).doesNotExist();
  }

  @Test
  void shouldFailWritesUntilItIsRemounted() throws Exception {
    Path file = volume().mountPoint().resolve("file");
    append(file, 1_000, true);

    volume().fail();

    assertThatThrownBy(() -> append(file, 1_000, true)).isInstanceOf(IOException.class);
    volume().remount();
    append(file, 1_000, true);
    assertThat(Files.size(file)).isEqualTo(2_000);
  }

  @Test
  void shouldStallWritesWhileFrozen() throws Exception {
    Path file = volume().mountPoint().resolve("file");
    append(file, 1_000, true);

    volume().freeze();
    CompletableFuture<Void> write =
        CompletableFuture.runAsync(
            () -> {
              try {
                append(file, 1_000, true);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });

    assertThatThrownBy(() -> write.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    volume().thaw();
    write.get(20, TimeUnit.SECONDS);
    assertThat(Files.size(file)).isEqualTo(2_000);
  }

  @Test
  void shouldRefuseBytesWhenFullAndTakeThemAgainAfterwards() throws Exception {
    Path file = volume().mountPoint().resolve("file");

    volume().fill();

    assertThat(volume().freeBytes()).isZero();
    assertThatThrownBy(() -> append(file, 100_000, true)).isInstanceOf(IOException.class);
    volume().unfill();
    append(file, 100_000, true);
  }

  @Test
  void shouldStayFreeThroughAPowerLossOnceUnfilled() throws Exception {
    // given a disk whose fullness has reached the device
    volume().fill();
    sync(volume().mountPoint());

    // when it is freed and the power goes at once
    volume().unfill();
    volume().fail();
    volume().remount();

    // then it has room
    append(volume().mountPoint().resolve("file"), 100_000, true);
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory)) {
      channel.force(true);
    }
  }

  private static void append(Path file, int bytes, boolean sync) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer payload = ByteBuffer.allocate(bytes);
      while (payload.hasRemaining()) {
        channel.write(payload);
      }
      if (sync) {
        channel.force(true);
      }
    }
  }
}
