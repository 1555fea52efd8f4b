package io.rvi.isr.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProducerStateTest {
  private static final int REMEMBERED = 2;

  private final ProducerState producers = new ProducerState(REMEMBERED, 10);

  @Test
  void shouldTakeTheNextSequenceForFresh() {
    producers.append(batch(7, 0, 3), 10, 0);

    assertThat(producers.judge(batch(7, 3, 1))).isInstanceOf(ProducerState.Verdict.Fresh.class);
  }

  @Test
  void shouldAnswerARetryWithItsFirstOffset() {
    producers.append(batch(7, 0, 3), 10, 0);
    producers.append(batch(7, 3, 1), 13, 0);

    assertThat(producers.judge(batch(7, 0, 3))).isEqualTo(new ProducerState.Verdict.Duplicate(10));
  }

  @Test
  void shouldRefuseAGap() {
    producers.append(batch(7, 0, 3), 10, 0);

    assertThat(producers.judge(batch(7, 4, 1)))
        .isEqualTo(new ProducerState.Verdict.Refused(ProduceError.OUT_OF_ORDER_SEQUENCE));
    assertThat(producers.judge(batch(8, 1, 1)))
        .isEqualTo(new ProducerState.Verdict.Refused(ProduceError.OUT_OF_ORDER_SEQUENCE));
  }

  @Test
  void shouldFenceAnEarlierEpochOfAProducer() {
    producers.append(batch(7, 0, 3), 10, 0);
    producers.append(new ProducerState.Entry(7, 1, 0, 1, -1), 13, 0);

    assertThat(producers.judge(batch(7, 3, 1)))
        .isEqualTo(new ProducerState.Verdict.Refused(ProduceError.FENCED_PRODUCER));
  }

  @Test
  void shouldForgetWhatIsCutAndNothingElse() {
    // given batches at 0, 1, 2, 3, of which the first is committed
    for (int i = 0; i < 4; i++) {
      producers.append(batch(7, i, 1), i, 1);
    }

    // when all that is not committed is cut
    producers.truncateTo(1);

    // then the committed one is known still, and the next is fresh
    assertThat(producers.judge(batch(7, 0, 1))).isEqualTo(new ProducerState.Verdict.Duplicate(0));
    assertThat(producers.judge(batch(7, 1, 1))).isInstanceOf(ProducerState.Verdict.Fresh.class);
  }

  @Test
  void shouldRememberOnlyTheLastCommittedBatches() {
    for (int i = 0; i < 5; i++) {
      producers.append(batch(7, i, 1), i, 5);
    }

    assertThat(producers.entries()).hasSize(REMEMBERED);
    assertThat(producers.judge(batch(7, 0, 1)))
        .isEqualTo(new ProducerState.Verdict.Refused(ProduceError.DUPLICATE_FORGOTTEN));
  }

  @Test
  void shouldForgetTheProducerThatIsLongestSilent() {
    ProducerState few = new ProducerState(REMEMBERED, 2);
    few.append(batch(1, 0, 1), 0, 9);
    few.append(batch(2, 0, 1), 1, 9);
    few.append(batch(1, 1, 1), 2, 9);
    few.append(batch(3, 0, 1), 3, 9);

    assertThat(few.entries())
        .extracting(ProducerState.Entry::producerId)
        .containsExactly(1L, 1L, 3L);
  }

  @Test
  void shouldBeRebuiltFromItsEntries() {
    producers.append(batch(7, 0, 3), 10, 0);
    producers.append(batch(9, 0, 1), 13, 0);

    assertThat(producers.copy().entries()).isEqualTo(producers.entries());
  }

  private static RecordBatch batch(long producer, long firstSequence, int count) {
    return new ProducerState.Entry(producer, 0, firstSequence, count, -1);
  }
}
