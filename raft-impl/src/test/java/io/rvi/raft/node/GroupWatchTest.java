package io.rvi.raft.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.NodeId;
import io.rvi.raft.RaftBackend;
import io.rvi.raft.wire.Names;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Settings;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GroupWatchTest {
  private static final NodeId ONE = new NodeId(1);
  private static final long WAIT_MAX_S = 30;

  /** Far less than a test waits, and more than any end of the watch takes. */
  private static final Duration END_MAX = Duration.ofSeconds(5);

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch healed = new CountDownLatch(1);
  private final CountDownLatch handedOver = new CountDownLatch(1);

  @AfterEach
  void healTheDisk() {
    healed.countDown();
  }

  @Test
  void shouldHandOverAGroupThatStandsStillWhileTheNoteOfItsNewestFileHangs() throws Exception {
    // given a group that this node leads, with entries that are not written
    RaftServer.Division stalled = division();
    GroupWatch watch =
        watch(
            stalled,
            groups -> {
              assertThat(groups).containsExactly(stalled);
              handedOver.countDown();
            },
            (group, nanos) -> hang());

    // when
    watch.start();

    // then
    try {
      assertThat(hanging.await(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
      assertThat(handedOver.await(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
      assertThat(healed.getCount()).as("the note still hangs").isEqualTo(1);
    } finally {
      watch.close();
    }
  }

  @Test
  void shouldEndThoughANoteHangsThatNobodyCanInterrupt() throws Exception {
    // given
    GroupWatch watch = watch(division(), groups -> {}, (group, nanos) -> hang());
    watch.start();
    assertThat(hanging.await(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();

    // when
    long startNanos = System.nanoTime();
    watch.close();

    // then
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(END_MAX);
    assertThat(healed.getCount()).as("the note still hangs").isEqualTo(1);
  }

  /** As a call does whose disk does not answer: it heeds no interrupt. */
  private void hang() {
    hanging.countDown();
    boolean interrupted = false;
    while (healed.getCount() > 0) {
      try {
        healed.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static GroupWatch watch(
      RaftServer.Division division,
      Consumer<List<RaftServer.Division>> handOver,
      ObjLongConsumer<RaftServer.Division> note) {
    Endpoint endpoint = new Endpoint("127.0.0.1", 1);
    Settings settings =
        Settings.resolve(new RaftBackend().settings(), Map.of("storage.stall.max", "500ms"));
    NodeSpec spec =
        new NodeSpec(
            "c", ONE, endpoint, Map.of(ONE, endpoint), Path.of("unused"), Map.of(), settings);
    return new GroupWatch(spec, () -> List.of(division), handOver, note);
  }

  /** A group that is led here, of whose five entries two are written. */
  private static RaftServer.Division division() {
    RaftGroupMemberId member = RaftGroupMemberId.valueOf(Names.peer(ONE), RaftGroupId.randomId());
    DivisionInfo info = answering(DivisionInfo.class, Map.of("isLeader", true));
    RaftLog log = answering(RaftLog.class, Map.of("getFlushIndex", 1L, "getNextIndex", 5L));
    return answering(
        RaftServer.Division.class,
        Map.of("getMemberId", member, "getInfo", info, "getRaftLog", log));
  }

  /** Answers these methods, and no other that may be asked of it. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("equals")) {
            return proxy == arguments[0];
          }
          Object answer = answers.get(method.getName());
          if (answer == null) {
            throw new UnsupportedOperationException(method.toString());
          }
          return answer;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
