package io.rvi.raft.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OffsetIndexTest {
  @Test
  void shouldTakeOneRunForASteadyStream() {
    // given
    OffsetIndex index = new OffsetIndex();

    // when
    for (int i = 0; i < 100_000; i++) {
      index.append(1 + i, 1);
    }

    // then
    assertThat(index.runs()).isEqualTo(1);
    assertThat(index.locate(77_777)).isEqualTo(new OffsetIndex.Location(77_778, 77_777, 1));
  }

  @Test
  void shouldRefuseAnOffsetBeyondItsEnd() {
    OffsetIndex index = new OffsetIndex();
    index.append(5, 3);

    assertThatIllegalArgumentException().isThrownBy(() -> index.locate(3));
    assertThatIllegalArgumentException().isThrownBy(() -> index.locate(-1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldAgreeWithAListOfAllRecords(long seed) {
    // given a log of batches of few sizes, with other entries between them
    Random random = new Random(seed);
    OffsetIndex index = new OffsetIndex();
    List<OffsetIndex.Location> oracle = new ArrayList<>();
    long logIndex = 0;

    // when
    for (int i = 0; i < 2_000; i++) {
      logIndex += random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 1;
      int count = 1 + (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
      long first = index.append(logIndex, count);
      for (int k = 0; k < count; k++) {
        oracle.add(new OffsetIndex.Location(logIndex, first, count));
      }
    }

    // then
    assertThat(index.end()).as("seed %d", seed).isEqualTo(oracle.size());
    for (int offset = 0; offset < oracle.size(); offset++) {
      assertThat(index.locate(offset)).as("seed %d", seed).isEqualTo(oracle.get(offset));
    }
  }
}
