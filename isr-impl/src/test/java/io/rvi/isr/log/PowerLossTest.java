package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Seeded histories of a log on a disk that forgets: appends, flushes, truncations, checkpoints,
 * kills and power losses at random. After each restart the log holds everything that was durable,
 * nothing that was never written there, and says so where it does not.
 */
class PowerLossTest {
  private static final Path DIRECTORY = Path.of("/data/p");
  private static final int SEEDS = 400;
  private static final int STEPS = 60;

  @Test
  void shouldHoldWhatWasDurableAndNothingElseWhateverTheHistory() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new History(seed).run();
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** One history, and what the log should hold. */
  private static final class History {
    private final Random random;
    private final SimulatedDisk disk = new SimulatedDisk();

    /** The texts of the records that were appended and not truncated. */
    private final List<String> expected = new ArrayList<>();

    private TestLog log;
    private long epoch;

    History(int seed) throws LogFailure {
      random = new Random(seed);
      log = TestLog.open(disk, DIRECTORY);
    }

    void run() throws LogFailure {
      for (int step = 0; step < STEPS; step++) {
        step();
      }
      assertThat(log.texts(log.log().startOffset())).isEqualTo(expected);
    }

    private void step() throws LogFailure {
      switch (random.nextInt(12)) {
        case 0 -> log.log().flush();
        case 1 -> log.log().flushAlone();
        case 2 -> truncate();
        case 3 -> log.log().checkpoint(log.log().durableOffset());
        case 4 -> restart(false);
        case 5 -> restart(true);
        case 6 -> log.settle();
        case 7 -> log.runPooled();
        case 8 -> {
          epoch++;
          log.log().startEpoch(epoch, () -> {});
        }
        default -> append();
      }
    }

    private void append() throws LogFailure {
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        expected.add("r" + (log.log().endOffset() + i) + "-" + epoch);
      }
      log.appendAs(epoch, count, random.nextInt(400));
    }

    private void truncate() throws LogFailure {
      log.settle();
      long floor = log.log().recovery().highWatermark();
      long end = log.log().endOffset();
      long to = Math.max(floor, end - random.nextInt(20));
      if (to < end && to >= 0) {
        long cut = log.log().truncateTo(to);
        expected.subList((int) cut, expected.size()).clear();
        epoch++;
      }
    }

    private void restart(boolean powerLoss) throws LogFailure {
      long durable = log.log().durableOffset();
      log.log().abandon();
      if (powerLoss) {
        disk.losePower(random);
        log = TestLog.openAfterPowerLoss(disk, DIRECTORY);
      } else {
        log = TestLog.open(disk, DIRECTORY);
      }
      RecoveryReport report = log.log().recovery();
      assertThat(report.damage()).isEmpty();
      assertThat(report.endOffset()).isGreaterThanOrEqualTo(durable);
      assertThat(report.endOffset()).isLessThanOrEqualTo(expected.size());
      if (!powerLoss) {
        assertThat(report.endOffset()).isEqualTo(expected.size());
      }
      expected.subList((int) report.endOffset(), expected.size()).clear();
      assertThat(log.texts(0)).isEqualTo(expected);
    }
  }
}
