package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.log.LogPlace;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.Placement;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostedReplicaTest {
  private static final NodeId HERE = new NodeId(1);
  private static final NodeId ELSEWHERE = new NodeId(2);
  private static final UUID TOPIC = new UUID(1, 1);
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final Member SELF = new Member(HERE, new UUID(2, 1), 1);
  private static final Member LEADER = new Member(ELSEWHERE, new UUID(2, 2), 2);

  @TempDir Path directory;

  private final EventLoop loop = new DefaultEventLoop();
  private final List<String> order = new ArrayList<>();

  @AfterEach
  void stopLoop() {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** What is not acknowledged is sent again, and then makes a new replica. */
  @Test
  void shouldNotAcknowledgeNewsThatCameWhenItWasToBeDeleted() throws Exception {
    // given a replica that is told in one turn to go, and of its return
    HostedReplica replica = replica();

    // when
    onLoop(
        () -> {
          replica.metadata(metadata(0, ELSEWHERE), () -> order.add("before"));
          replica.submit(new ReplicaEvent.StateSeen(state(1, ELSEWHERE)));
          replica.submit(new ReplicaEvent.StateConfirmed(1, true));
          replica.metadata(metadata(2, ELSEWHERE, HERE), () -> order.add("after"));
          return null;
        });

    // then
    onLoop(() -> null);
    assertThat(order).containsExactly("deleted", "before");
  }

  private HostedReplica replica() throws Exception {
    return onLoop(
        () -> {
          LogPlace place =
              new LogPlace(new RealDisk(), directory, LogSettings.DEFAULT, loop, Runnable::run);
          OpenedLog opened = new OpenedLog(place, false, -1);
          return new HostedReplica(
              SELF, PARTITION, TOPIC, opened, surroundings(), epoch -> order.add("deleted"));
        });
  }

  /** A replica that fetches nothing and answers nobody needs no network and no ZooKeeper. */
  @SuppressWarnings("NullAway")
  private ReplicaSurroundings surroundings() {
    NodeSettings settings =
        new NodeSettings(
            ReplicaConfig.withDefaults(1, Flush.NONE, 2_000),
            ControllerConfig.withDefaults(1),
            LogSettings.DEFAULT,
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofSeconds(30),
            1 << 20,
            Optional.empty());
    return new ReplicaSurroundings(
        loop, Clock.SYSTEM, null, null, new ClusterView(), settings, reason -> order.add(reason));
  }

  private static Metadata metadata(int version, NodeId... replicas) {
    return new Metadata(
        PARTITION,
        1,
        SELF.incarnation(),
        List.of(replicas),
        List.of(SELF, LEADER),
        state(version, replicas));
  }

  /** A state that another node leads. */
  private static VersionedState state(int version, NodeId... replicas) {
    return new VersionedState(
        new PartitionState(
            TOPIC,
            ELSEWHERE,
            version,
            List.of(LEADER),
            List.of(),
            1,
            new Nonce("c1", version),
            new Placement(List.of(replicas), List.of())),
        version);
  }

  private <T> T onLoop(Callable<T> work) throws Exception {
    return loop.submit(work).get(10, TimeUnit.SECONDS);
  }
}
