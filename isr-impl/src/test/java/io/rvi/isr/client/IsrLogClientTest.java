package io.rvi.isr.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.UnknownOutcomeException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.wire.WireError;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Endpoint;
import io.rvi.spi.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client against nodes that do as a test says. */
class IsrLogClientTest {
  private static final long PRODUCER = 99;

  private final List<AutoCloseable> closing = new ArrayList<>();
  private ScriptedNode one;
  private ScriptedNode two;

  @BeforeEach
  void start() throws IOException {
    one = new ScriptedNode(1, 1);
    two = new ScriptedNode(2, 1);
    closing.add(one);
    closing.add(two);
  }

  @AfterEach
  void close() throws Exception {
    for (int i = closing.size() - 1; i >= 0; i--) {
      closing.get(i).close();
    }
  }

  private IsrLogClient client(Map<String, String> settings) {
    Map<NodeId, Endpoint> nodes =
        Map.of(new NodeId(1), one.endpoint(), new NodeId(2), two.endpoint());
    ClientSpec spec =
        new ClientSpec("c", "test", nodes, Settings.resolve(CommonSettings.all(), settings));
    IsrLogClient client = IsrLogClient.connect(spec, PRODUCER);
    closing.add(client);
    return client;
  }

  private ReplicatedLog log(String... settings) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    given.putIfAbsent("request.deadline", "60s");
    given.putIfAbsent("failureDetection", "20s");
    return client(given).open("t", 0);
  }

  private static CompletableFuture<Appended> append(ReplicatedLog log, String text) {
    return log.append(text.getBytes(StandardCharsets.UTF_8));
  }

  private static long offset(CompletableFuture<Appended> append) throws Exception {
    return append.get(60, TimeUnit.SECONDS).offset();
  }

  private static LogException failure(CompletableFuture<?> future) throws Exception {
    try {
      future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return (LogException) Objects.requireNonNull(e.getCause());
    }
    throw new AssertionError("it succeeded");
  }

  @Test
  void shouldSendAnIdleAppendAtOnceAndGatherWhatComesMeanwhile() throws Exception {
    // given
    ReplicatedLog log = log("inFlight", "1", "linger", "5s");

    // when
    CompletableFuture<Appended> first = append(log, "a");
    ScriptedNode.Produce alone = one.next();
    List<CompletableFuture<Appended>> others = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      others.add(append(log, "b" + i));
    }
    alone.commit(0);
    ScriptedNode.Produce gathered = one.next();
    gathered.commit(1);

    // then
    assertThat(alone.header().recordCount()).isOne();
    assertThat(gathered.header().recordCount()).isEqualTo(10);
    assertThat(offset(first)).isZero();
    for (int i = 0; i < 10; i++) {
      assertThat(offset(others.get(i))).isEqualTo(1 + i);
    }
  }

  @Test
  void shouldKeepABatchWithinItsBytes() throws Exception {
    // given
    ReplicatedLog log = log("inFlight", "1", "batchBytes", "1000B", "linger", "5s");
    var small = append(log, "a");
    ScriptedNode.Produce first = one.next();

    // when
    for (int i = 0; i < 4; i++) {
      var unused = log.append(new byte[400]);
    }
    var large = log.append(new byte[5_000]);
    first.commit(0);

    // then
    List<Integer> counts = new ArrayList<>();
    for (long next = 1; next < 6; ) {
      ScriptedNode.Produce produce = one.next();
      counts.add(produce.header().recordCount());
      produce.commit(next);
      next += produce.header().recordCount();
    }
    assertThat(counts).containsExactly(2, 2, 1);
    assertThat(offset(small)).isZero();
    assertThat(offset(large)).isEqualTo(5);
  }

  @Test
  void shouldRetryWithTheSameBytesWhenTheConnectionBroke() throws Exception {
    // given
    ReplicatedLog log = log();
    CompletableFuture<Appended> append = append(log, "a");
    ScriptedNode.Produce lost = one.next();

    // when
    lost.dropConnection();
    ScriptedNode.Produce again = one.next();
    again.commit(7);

    // then
    assertThat(again.bytes()).isEqualTo(lost.bytes());
    assertThat(offset(append)).isEqualTo(7);
  }

  @Test
  void shouldGoToTheNewLeaderWithTheSameBytes() throws Exception {
    // given
    ReplicatedLog log = log();
    CompletableFuture<Appended> append = append(log, "a");
    ScriptedNode.Produce refused = one.next();

    // when
    one.lead(2, 2);
    two.lead(2, 2);
    refused.refuse(WireError.NOT_LEADER);
    ScriptedNode.Produce again = two.next();
    again.commit(3);

    // then
    assertThat(again.bytes()).isEqualTo(refused.bytes());
    assertThat(offset(append)).isEqualTo(3);
  }

  @Test
  void shouldNotGoBackToTheLeaderOfAnOlderEpoch() throws Exception {
    // given a client that follows a leader of epoch 5
    one.lead(1, 5);
    two.lead(1, 5);
    ReplicatedLog log = log();
    CompletableFuture<Appended> append = append(log, "a");
    ScriptedNode.Produce produce = one.next();

    // when both nodes name the leader of epoch 4 from now on
    one.lead(2, 4);
    two.lead(2, 4);
    produce.refuse(WireError.NOT_ENOUGH_REPLICAS);

    // then
    ScriptedNode.Produce again = one.next();
    again.commit(0);
    assertThat(offset(append)).isZero();
    assertThat(two.hasNone()).isTrue();
  }

  @Test
  void shouldSendEverythingAgainInOrderAfterAnEarlierBatchFailed() throws Exception {
    // given three batches under way
    ReplicatedLog log = log("inFlight", "3", "batchBytes", "1B");
    List<CompletableFuture<Appended>> appends = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      appends.add(append(log, "r" + i));
    }
    List<ScriptedNode.Produce> first = List.of(one.next(), one.next(), one.next());

    // when
    first.get(0).refuse(WireError.NOT_ENOUGH_REPLICAS);
    first.get(1).refuse(WireError.OUT_OF_ORDER_SEQUENCE);
    first.get(2).refuse(WireError.OUT_OF_ORDER_SEQUENCE);
    List<ScriptedNode.Produce> second = List.of(one.next(), one.next(), one.next());

    // then
    for (int i = 0; i < 3; i++) {
      assertThat(second.get(i).bytes()).isEqualTo(first.get(i).bytes());
      second.get(i).commit(i);
    }
    ScriptedNode.Produce fourth = one.next();
    assertThat(fourth.header().baseSequence()).isEqualTo(3);
    fourth.commit(3);
    for (int i = 0; i < 4; i++) {
      assertThat(offset(appends.get(i))).isEqualTo(i);
    }
  }

  @Test
  void shouldSayThatTheOutcomeIsUnknownWhenTheLeaderNeverAnswers() throws Exception {
    // given
    ReplicatedLog log = log("request.deadline", "500ms", "failureDetection", "10s");

    // when
    CompletableFuture<Appended> append = append(log, "a");
    one.next();

    // then
    assertThat(failure(append))
        .isInstanceOf(UnknownOutcomeException.class)
        .extracting(LogException::code)
        .isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
  }

  @Test
  void shouldMoveAllThatWasNeverStoredToTheNewEpochTogether() throws Exception {
    // given three batches under way, and one that waits
    ReplicatedLog log = log("inFlight", "3", "batchBytes", "1B");
    CompletableFuture<Appended> given = append(log, "a");
    List<CompletableFuture<Appended>> others = new ArrayList<>();
    for (String text : List.of("b", "c", "d")) {
      others.add(append(log, text));
    }
    List<ScriptedNode.Produce> sent = List.of(one.next(), one.next(), one.next());

    // when the first is given up while the others still await their replies
    sent.get(0).refuse(WireError.FORGOTTEN_DUPLICATE);
    sent.get(1).refuse(WireError.OUT_OF_ORDER_SEQUENCE);
    sent.get(2).refuse(WireError.OUT_OF_ORDER_SEQUENCE);

    // then none is left in the old epoch, where those behind it would overtake it
    List<ScriptedNode.Produce> again = List.of(one.next(), one.next(), one.next());
    for (int i = 0; i < 3; i++) {
      assertThat(again.get(i).header().producerEpoch()).isOne();
      assertThat(again.get(i).header().baseSequence()).isEqualTo(i);
      again.get(i).commit(1 + i);
    }
    assertThat(failure(given)).isInstanceOf(UnknownOutcomeException.class);
    for (int i = 0; i < 3; i++) {
      assertThat(offset(others.get(i))).isEqualTo(1 + i);
    }
  }

  @Test
  void shouldBeginANewEpochOfTheProducerAfterABatchWasGivenUp() throws Exception {
    // given
    ReplicatedLog log = log("request.deadline", "500ms", "failureDetection", "10s");
    CompletableFuture<Appended> given = append(log, "a");
    one.next();
    assertThat(failure(given)).isInstanceOf(UnknownOutcomeException.class);

    // when
    CompletableFuture<Appended> next = append(log, "b");
    ScriptedNode.Produce produce = one.next();
    produce.commit(1);

    // then the leader takes it though it may never have seen the one before
    BatchHeader header = produce.header();
    assertThat(header.producerId()).isEqualTo(PRODUCER);
    assertThat(header.producerEpoch()).isOne();
    assertThat(header.baseSequence()).isZero();
    assertThat(offset(next)).isOne();
  }

  @Test
  void shouldLeaveABatchThatMayBeStoredWhereItIsWhenTheOneBeforeItWasGivenUp() throws Exception {
    // given two batches whose sends may have stored them
    ReplicatedLog log = log("inFlight", "2", "batchBytes", "1B");
    CompletableFuture<Appended> first = append(log, "a");
    CompletableFuture<Appended> second = append(log, "b");
    one.next();
    one.next().dropConnection();
    ScriptedNode.Produce firstAgain = one.next();
    ScriptedNode.Produce secondAgain = one.next();

    // when the leader has forgotten the first, and knows nothing of the second
    firstAgain.refuse(WireError.FORGOTTEN_DUPLICATE);
    secondAgain.refuse(WireError.OUT_OF_ORDER_SEQUENCE);

    // then neither is sent under another number
    assertThat(failure(first)).isInstanceOf(UnknownOutcomeException.class);
    assertThat(failure(second)).isInstanceOf(UnknownOutcomeException.class);
    assertThat(one.hasNone()).isTrue();
  }

  @Test
  void shouldMoveABatchThatWasNeverStoredToTheNewEpoch() throws Exception {
    // given
    ReplicatedLog log = log("inFlight", "2", "batchBytes", "1B");
    CompletableFuture<Appended> first = append(log, "a");
    CompletableFuture<Appended> second = append(log, "b");
    ScriptedNode.Produce one1 = one.next();
    ScriptedNode.Produce one2 = one.next();

    // when
    one1.refuse(WireError.FORGOTTEN_DUPLICATE);
    one2.refuse(WireError.OUT_OF_ORDER_SEQUENCE);
    ScriptedNode.Produce again = one.next();
    if (again.header().producerEpoch() == 0) {
      again.refuse(WireError.OUT_OF_ORDER_SEQUENCE);
      again = one.next();
    }
    again.commit(4);

    // then
    assertThat(failure(first)).isInstanceOf(UnknownOutcomeException.class);
    assertThat(again.header().producerEpoch()).isPositive();
    assertThat(again.header().baseSequence()).isZero();
    assertThat(offset(second)).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(
      value = WireError.class,
      names = {"NOT_ENOUGH_REPLICAS", "NOT_LEADER", "OVERLOADED"})
  void shouldSayThatNothingWasStoredWhenEveryAttemptWasRefused(WireError error) throws Exception {
    // given
    one.refuseAll(error);
    ReplicatedLog log = log("request.deadline", "500ms", "failureDetection", "10s");

    // when, then
    assertThat(failure(append(log, "a"))).isInstanceOf(NotCommittedException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = WireError.class,
      names = {"LEADER_CHANGED", "STORAGE", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "INTERNAL"})
  void shouldSayThatTheOutcomeIsUnknownWhenAnAttemptMayHaveStoredIt(WireError error)
      throws Exception {
    // given
    one.refuseAll(error);
    ReplicatedLog log = log("request.deadline", "500ms", "failureDetection", "10s");

    // when, then
    assertThat(failure(append(log, "a"))).isInstanceOf(UnknownOutcomeException.class);
  }

  @Test
  void shouldSayThatNothingWasStoredWhenNoNodeAnswers() throws Exception {
    // given
    one.close();
    two.close();
    ReplicatedLog log = log("request.deadline", "500ms");

    // when, then
    LogException failure = failure(append(log, "a"));
    assertThat(failure).isInstanceOf(NotCommittedException.class);
    assertThat(failure.code()).isEqualTo(ErrorCode.NO_LEADER);
  }

  @Test
  void shouldLeaveALeaderThatAnswersPingsButHasASuccessor() throws Exception {
    // given a leader that commits nothing
    ReplicatedLog log = log("failureDetection", "100ms");
    CompletableFuture<Appended> append = append(log, "a");
    ScriptedNode.Produce stuck = one.next();

    // when another node knows better
    two.lead(2, 2);
    ScriptedNode.Produce again = two.next();
    again.commit(0);

    // then
    assertThat(again.bytes()).isEqualTo(stuck.bytes());
    assertThat(offset(append)).isZero();
  }

  @Test
  void shouldEndAnAppendToATopicThatNoNodeKnows() throws Exception {
    // given
    one.forgetTopic();
    two.forgetTopic();
    ReplicatedLog log = log();

    // when, then long before the deadline
    assertThat(failure(append(log, "a")).code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(failure(log.highWatermark(Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.UNKNOWN_TOPIC);
  }

  @Test
  void shouldFindATopicThatOnlyOneNodeKnowsYet() throws Exception {
    // given
    two.forgetTopic();
    ReplicatedLog log = log();

    // when
    CompletableFuture<Appended> append = append(log, "a");
    one.next().commit(0);

    // then
    assertThat(offset(append)).isZero();
  }

  @Test
  void shouldEndEverythingWhenClosed() throws Exception {
    // given
    IsrLogClient client = client(Map.of("request.deadline", "60s", "inFlight", "1"));
    ReplicatedLog log = client.open("t", 0);
    CompletableFuture<Appended> sent = append(log, "a");
    one.next();
    CompletableFuture<Appended> queued = append(log, "b");

    // when
    client.close();
    client.close();

    // then
    LogException first = failure(sent);
    LogException second = failure(queued);
    assertThat(first).isInstanceOf(UnknownOutcomeException.class);
    assertThat(second).isInstanceOf(NotCommittedException.class);
    assertThat(List.of(first.code(), second.code())).containsOnly(ErrorCode.CLOSED);
    assertThat(failure(append(log, "c")).code()).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void shouldNeverReportALowerHighWatermarkThanBefore() throws Exception {
    // given
    ReplicatedLog log = log();
    one.highWatermark(10);
    assertThat(log.highWatermark(Consistency.COMMITTED).get(60, TimeUnit.SECONDS)).isEqualTo(10);

    // when a replica that is behind answers
    one.highWatermark(4);

    // then
    assertThat(log.highWatermark(Consistency.COMMITTED).get(60, TimeUnit.SECONDS)).isEqualTo(10);
  }
}
