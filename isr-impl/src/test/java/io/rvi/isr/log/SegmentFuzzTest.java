package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Seeded damage to the files of a stopped log. Whatever is done to them, opening ends with a log or
 * with a failure that names a file, and no record is ever served that was not written at its
 * offset.
 */
class SegmentFuzzTest {
  private static final Path DIRECTORY = Path.of("/data/p");
  private static final int SEEDS = 600;
  private static final int RECORDS = 60;

  @Test
  void shouldNeverServeADamagedRecordNorFailWithoutNamingAFile() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        damageAndOpen(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void damageAndOpen(Random random) throws IOException {
    // given
    SimulatedDisk disk = new SimulatedDisk();
    TestLog log = TestLog.open(disk, DIRECTORY);
    for (int i = 0; i < RECORDS; i++) {
      log.append(1, 20 + random.nextInt(300));
    }
    log.log().checkpoint(RECORDS / 2);
    log.settle();
    TreeMap<Long, byte[]> written = new TreeMap<>();
    log.records(0).forEach(record -> written.put(record.offset(), record.payload()));
    if (random.nextBoolean()) {
      log.log().close();
    } else {
      log.log().abandon();
    }

    // when
    List<String> names = disk.list(DIRECTORY);
    Path file = DIRECTORY.resolve(names.get(random.nextInt(names.size())));
    disk.damage(file, damaged(disk.content(file), random));

    // then
    try {
      TestLog opened =
          random.nextBoolean()
              ? TestLog.open(disk, DIRECTORY)
              : TestLog.openAfterPowerLoss(disk, DIRECTORY);
      checkServed(opened, written);
    } catch (LogFailure e) {
      assertThat(e).hasMessageContaining(DIRECTORY.toString());
    }
  }

  private static void checkServed(TestLog log, Map<Long, byte[]> written) throws LogFailure {
    for (long offset = log.log().startOffset(); offset < log.log().endOffset(); offset++) {
      for (LogRecord record : log.records(offset, offset + 1, 1)) {
        assertThat(record.payload()).isEqualTo(written.get(record.offset()));
      }
    }
    boolean whole = log.log().endOffset() == RECORDS;
    boolean promisedIsThere = log.log().endOffset() >= RECORDS / 2;
    assertThat(whole || log.log().recovery().damage().isPresent() || promisedIsThere)
        .as("committed records that are missing are reported")
        .isTrue();
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return new byte[random.nextInt(100)];
    }
    byte[] copy = bytes.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(6)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> copy = Arrays.copyOf(bytes, at);
      case 2 -> Arrays.fill(copy, at, bytes.length, (byte) 0);
      case 3 -> copy = Arrays.copyOf(bytes, bytes.length + random.nextInt(600));
      case 4 -> {
        byte[] noise = new byte[bytes.length - at];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, copy, at, noise.length);
      }
      default -> {
        int length = random.nextInt(bytes.length - at) + 1;
        System.arraycopy(bytes, random.nextInt(at + 1), copy, at, length);
      }
    }
    return copy;
  }
}
