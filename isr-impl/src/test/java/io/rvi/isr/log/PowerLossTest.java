package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Seeded histories of a log on a disk that forgets, fails and fills up: appends, flushes,
 * truncations, checkpoints, kills, power losses and disk faults at random. After each restart the
 * log holds everything that was durable, and nothing that was never written there.
 */
class PowerLossTest {
  private static final Path DIRECTORY = Path.of("/data/p");
  private static final int SEEDS = 2_000;
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

    /** Whether a truncation failed, so that it may have happened or not. */
    private boolean mayBeCut;

    History(int seed) throws LogFailure {
      random = new Random(seed);
      log = TestLog.open(disk, DIRECTORY);
    }

    void run() throws LogFailure {
      for (int step = 0; step < STEPS; step++) {
        try {
          step();
        } catch (LogFailure e) {
          assertThat(log.failure()).as("only a disk that failed fails a log").isSameAs(e);
          restart(random.nextBoolean());
        }
      }
      if (log.failure() != null) {
        restart(false);
      }
      assertThat(log.texts(log.log().startOffset())).isEqualTo(expected);
    }

    private void step() throws LogFailure {
      switch (random.nextInt(16)) {
        case 9 -> disk.failWriteAfter(random.nextInt(4), random.nextBoolean());
        case 10 -> disk.failForceAfter(random.nextInt(4), random.nextBoolean());
        case 11 -> disk.fillUp(random.nextInt(2_000));
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
      long offset = log.log().endOffset();
      log.appendAs(epoch, count, random.nextInt(400));
      for (int i = 0; i < count; i++) {
        expected.add("r" + (offset + i) + "-" + epoch);
      }
    }

    private void truncate() throws LogFailure {
      log.settle();
      long floor = log.log().recovery().highWatermark();
      long end = log.log().endOffset();
      long to = Math.max(floor, end - random.nextInt(20));
      if (to < end && to >= 0) {
        epoch++;
        mayBeCut = true;
        long cut = log.log().truncateTo(to);
        mayBeCut = false;
        expected.subList((int) cut, expected.size()).clear();
      }
    }

    private void restart(boolean powerLoss) throws LogFailure {
      disk.repair();
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
      if (!powerLoss && !mayBeCut) {
        assertThat(report.endOffset()).isEqualTo(expected.size());
      }
      mayBeCut = false;
      expected.subList((int) report.endOffset(), expected.size()).clear();
      assertThat(log.texts(0)).isEqualTo(expected);
    }
  }
}
