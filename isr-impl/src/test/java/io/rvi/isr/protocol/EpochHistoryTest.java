package io.rvi.isr.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EpochHistoryTest {
  @Test
  void shouldKnowNoEpochOfAnEmptyLog() {
    EpochHistory history = EpochHistory.empty();

    assertThat(history.lastRecordEpoch(0)).isEqualTo(EpochHistory.NO_EPOCH);
    assertThat(history.endOf(3, 0)).isEqualTo(new OffsetAndEpoch(0, EpochHistory.NO_EPOCH));
  }

  @Test
  void shouldTakeEpochZeroForAnEpoch() {
    EpochHistory history = EpochHistory.empty();
    history.assign(0, 0);

    assertThat(history.endOf(0, 4)).isEqualTo(new OffsetAndEpoch(4, 0));
    assertThat(history.lastRecordEpoch(4)).isZero();
  }

  @Test
  void shouldAnswerAnUnknownEpochWithItsFloor() {
    // given epochs 2, 4 and 6
    EpochHistory history = EpochHistory.empty();
    history.assign(2, 0);
    history.assign(4, 1);
    history.assign(6, 4);

    // then 5 is not known here: 4 is, and ends at 4
    assertThat(history.endOf(5, 6)).isEqualTo(new OffsetAndEpoch(4, 4));
    assertThat(history.endOf(3, 6)).isEqualTo(new OffsetAndEpoch(1, 2));
    assertThat(history.endOf(1, 6)).isEqualTo(new OffsetAndEpoch(0, EpochHistory.NO_EPOCH));
  }

  @Test
  void shouldKeepTheStartOfAnEpochThatGoesOnAfterAnEmptyLaterOne() {
    // given records of epoch 5 from 29 on, and a leadership of epoch 6 that wrote nothing
    EpochHistory history = EpochHistory.empty();
    history.assign(4, 15);
    history.assign(5, 29);
    history.assign(6, 38);

    // when another leader's records of epoch 5 follow
    history.assign(5, 38);

    assertThat(history.entries())
        .containsExactly(new OffsetAndEpoch(15, 4), new OffsetAndEpoch(29, 5));
  }

  @Test
  void shouldForgetEpochsThatAreCutWhole() {
    EpochHistory history = EpochHistory.empty();
    history.assign(1, 0);
    history.assign(2, 5);

    history.truncateTo(5);

    assertThat(history.latestEpoch()).isEqualTo(1);
  }

  @Test
  void shouldRecoverTheStartOfAnEmptyEpochAtTheEnd() {
    List<OffsetAndEpoch> batches = List.of(new OffsetAndEpoch(0, 1));
    List<OffsetAndEpoch> starts = List.of(new OffsetAndEpoch(0, 1), new OffsetAndEpoch(7, 3));

    assertThat(EpochHistory.recover(batches, starts, 7).latestEpoch()).isEqualTo(3);
    // and not where the log's end was lost with it
    assertThat(EpochHistory.recover(batches, starts, 6).latestEpoch()).isEqualTo(1);
  }

  /** A log of epochs, record by record: the dumb oracle. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldAgreeWithTheRecordsThemselves(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      List<Long> records = new ArrayList<>();
      EpochHistory history = EpochHistory.empty();
      long epoch = 0;
      for (int step = 0; step < 20; step++) {
        if (random.nextInt(5) == 0 && !records.isEmpty()) {
          int end = random.nextInt(records.size() + 1);
          records.subList(end, records.size()).clear();
          history.truncateTo(end);
        } else {
          epoch = Math.max(epoch, history.latestEpoch()) + random.nextInt(3);
          history.assign(epoch, records.size());
          records.add(epoch);
        }
        check(history, records, epoch, seed);
      }
    }
  }

  private static void check(EpochHistory history, List<Long> records, long epochMax, long seed) {
    long end = records.size();
    assertThat(history.lastRecordEpoch(end))
        .as("seed %d", seed)
        .isEqualTo(records.isEmpty() ? -1 : records.get(records.size() - 1));
    for (long asked = 0; asked <= epochMax + 1; asked++) {
      long floor = -1;
      long floorEnd = 0;
      for (int i = 0; i < records.size(); i++) {
        if (records.get(i) <= asked) {
          floor = records.get(i);
          floorEnd = i + 1L;
        }
      }
      assertThat(history.endOf(asked, end))
          .as("seed %d, epoch %d of %s", seed, asked, records)
          .isEqualTo(new OffsetAndEpoch(floorEnd, floor));
    }
  }
}
