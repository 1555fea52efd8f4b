package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.LogConsumer.ConsumedRecord;
import io.rvi.api.LogException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Consuming on a healthy cluster. */
@Tag("consumers")
abstract class ConsumerContract extends ContractPart {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void shouldConsumeEachPartitionInOrderFromItsFirstOffset() throws Exception {
    // given
    LogClient client = client();
    String topic = freshName();
    Outcomes.result(client.createTopic(topic, 3, 3));
    for (int i = 0; i < 30; i++) {
      Outcomes.append(client.open(topic, i % 3), "r" + i);
    }

    // when
    try (LogConsumer consumer = client.consumer(topic)) {
      List<ConsumedRecord> consumed = consume(consumer, 30);

      // then
      for (int p = 0; p < 3; p++) {
        int partition = p;
        List<ConsumedRecord> own =
            consumed.stream().filter(one -> one.partition() == partition).toList();
        assertThat(own.stream().map(one -> one.record().offset()))
            .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
        assertThat(own.stream().map(one -> Outcomes.text(one.record().payload())))
            .containsExactlyElementsOf(
                IntStream.range(0, 10).mapToObj(i -> "r" + (i * 3 + partition)).toList());
        assertThat(consumer.position(partition)).isEqualTo(10);
      }
    }
  }

  @Test
  void shouldReturnNothingWhenThereIsNothingInTime() throws Exception {
    // given
    LogClient client = client();
    String topic = freshLog(client).topic();

    // when, then
    try (LogConsumer consumer = client.consumer(topic)) {
      assertThat(consumer.poll(Duration.ZERO)).isEmpty();
      assertThat(consumer.poll(SHORT)).isEmpty();
      assertThat(consumer.position(0)).isZero();
    }
  }

  @Test
  void shouldWakeAPollWhenARecordArrives() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog log = freshLog(client);
    try (LogConsumer consumer = client().consumer(log.topic())) {
      CompletableFuture<List<ConsumedRecord>> poll =
          CompletableFuture.supplyAsync(() -> consumer.poll(LONG), ConsumerContract::run);

      // when
      Outcomes.append(log, "news");

      // then
      List<ConsumedRecord> consumed = Outcomes.result(poll);
      assertThat(consumed).hasSize(1);
      assertThat(Outcomes.text(consumed.get(0).record().payload())).isEqualTo("news");
    }
  }

  @Test
  void shouldSeekBackAndForth() throws Exception {
    // given
    ReplicatedLog log = logOf(10);
    try (LogConsumer consumer = client().consumer(log.topic())) {
      consume(consumer, 10);

      // when, then back
      consumer.seek(0, 3);
      assertThat(consumer.position(0)).isEqualTo(3);
      assertThat(consume(consumer, 7).get(0).record().offset()).isEqualTo(3);

      // when, then forth
      consumer.seek(0, 9);
      assertThat(consume(consumer, 1).get(0).record().offset()).isEqualTo(9);

      // when, then to the end
      consumer.seek(0, 10);
      assertThat(consumer.poll(SHORT)).isEmpty();
    }
  }

  @Test
  void shouldResumeElsewhereFromAStoredPosition() throws Exception {
    // given a consumer that stopped half way
    ReplicatedLog log = logOf(10);
    long stored;
    try (LogConsumer first = client().consumer(log.topic())) {
      first.seek(0, 5);
      stored = first.position(0);
    }

    // when
    try (LogConsumer second = client().consumer(log.topic())) {
      second.seek(0, stored);

      // then
      assertThat(consume(second, 5).stream().map(one -> one.record().offset()))
          .containsExactly(5L, 6L, 7L, 8L, 9L);
    }
  }

  @Test
  void shouldTellItsLag() throws Exception {
    // given
    ReplicatedLog log = logOf(10);
    try (LogConsumer consumer = client().consumer(log.topic())) {
      // when, then
      Await.until("a lag of 10", () -> consumer.lag(0) == 10);
      consumer.seek(0, 4);
      assertThat(consumer.lag(0)).isEqualTo(6);
      consume(consumer, 6);
      assertThat(consumer.lag(0)).isZero();
      Outcomes.append(log, "one more");
      Await.until("a lag of 1", () -> consumer.lag(0) == 1);
    }
  }

  @Test
  void shouldRefuseToPollOutsideTheReadableRangeAndGoOnAfterASeekBack() throws Exception {
    // given
    ReplicatedLog log = logOf(10);
    try (LogConsumer consumer = client().consumer(log.topic())) {
      consume(consumer, 10);

      // when
      consumer.seek(0, 1_000);
      RequestFailedException refused = failure(() -> consumer.poll(LONG));

      // then
      assertThat(refused.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
      assertThat(refused).hasMessageContaining("1000").hasMessageContaining("10");
      consumer.seek(0, 8);
      assertThat(consume(consumer, 2)).hasSize(2);
    }
  }

  @Test
  void shouldRefuseAnUnknownTopic() throws Exception {
    // given
    try (LogConsumer consumer = client().consumer("no-such-topic")) {
      // when
      RequestFailedException refused = failure(() -> consumer.poll(LONG));

      // then
      assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    }
  }

  @Test
  void shouldRefuseAnUnknownPartition() throws Exception {
    // given
    ReplicatedLog log = logOf(1);
    try (LogConsumer consumer = client().consumer(log.topic())) {
      // when, then
      assertThat(failure(() -> consumer.seek(1, 0)).code()).isEqualTo(ErrorCode.UNKNOWN_PARTITION);
      assertThat(failure(() -> consumer.position(-1)).code())
          .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
      assertThat(failure(() -> consumer.lag(1)).code()).isEqualTo(ErrorCode.UNKNOWN_PARTITION);
    }
  }

  @Test
  void shouldEndAPollUnderWayWhenClosed() throws Exception {
    // given
    LogClient client = client();
    LogConsumer consumer = client.consumer(freshLog(client).topic());
    assertThat(consumer.poll(Duration.ZERO)).isEmpty();
    CompletableFuture<List<ConsumedRecord>> poll =
        CompletableFuture.supplyAsync(
            () -> consumer.poll(Duration.ofHours(1)), ConsumerContract::run);

    // when
    consumer.close();
    consumer.close();

    // then
    LogException ended = Outcomes.failure(poll);
    assertThat(ended.code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(failure(() -> consumer.poll(SHORT)).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(failure(() -> consumer.lag(0)).code()).isEqualTo(ErrorCode.CLOSED);
  }

  private ReplicatedLog logOf(int records) throws Exception {
    ReplicatedLog log = freshLog(client());
    for (int i = 0; i < records; i++) {
      Outcomes.append(log, "r" + i);
    }
    return log;
  }

  /** Polls until so many records came; none more may come with them. */
  private static List<ConsumedRecord> consume(LogConsumer consumer, int count) {
    List<ConsumedRecord> consumed = new ArrayList<>();
    Await.until(
        "consumed " + count + " records",
        () -> {
          consumed.addAll(consumer.poll(SHORT));
          return consumed.size() >= count;
        });
    assertThat(consumed).hasSize(count);
    return consumed;
  }

  /** Runs a poll on a thread of its own, since the pool of the JVM may be busy with others. */
  private static void run(Runnable poll) {
    Thread thread = new Thread(poll, "contract-poll");
    thread.setDaemon(true);
    thread.start();
  }

  private static RequestFailedException failure(ThrowingCallable call) {
    return assertThatExceptionOfType(RequestFailedException.class).isThrownBy(call).actual();
  }
}
