package io.rvi.isr.coordination;

import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * Compare-and-set writes of partition states, each sent at most once, and reads of them. A write
 * asked for while there is no connection waits for one. A write whose answer is lost ends as
 * unknown; the protocol then writes again with the same expected version, which fences the lost
 * one.
 */
final class StateWrites {
  /** More than any node's partitions; a write past it is answered as unknown without being sent. */
  private static final int WAITING_MAX = 65_536;

  private final Paths paths;
  private final Handover handover;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private @Nullable Session session;

  private record Waiting(Consumer<Session> send) {}

  StateWrites(Paths paths, Handover handover) {
    this.paths = paths;
    this.handover = handover;
  }

  void connected(Session connected) {
    session = connected;
    List<Waiting> due = List.copyOf(waiting);
    waiting.clear();
    due.forEach(next -> next.send.accept(connected));
  }

  void disconnected() {
    session = null;
  }

  /** A leader changes the in-sync set. */
  void asLeader(
      TopicPartition partition,
      PartitionState desired,
      int expectedVersion,
      Consumer<WriteOutcome> outcome) {
    String path = path(partition);
    byte[] content = StateText.write(path, desired);
    submit(
        by ->
            by.handle()
                .setData(
                    path,
                    content,
                    checked(expectedVersion),
                    (code, at, context, stat) ->
                        handover.run(
                            () ->
                                end(
                                    by,
                                    path,
                                    Code.get(code),
                                    stat == null ? -1 : stat.getVersion(),
                                    outcome)),
                    null),
        outcome);
  }

  /** A controller changes a partition's state. */
  void asController(
      long controllerEpoch,
      TopicPartition partition,
      PartitionState desired,
      int expectedVersion,
      Consumer<WriteOutcome> outcome) {
    String path = path(partition);
    List<Op> ops =
        List.of(
            fence(controllerEpoch),
            Op.setData(path, StateText.write(path, desired), checked(expectedVersion)));
    transact(ops, path, expectedVersion + 1, true, outcome);
  }

  /** A controller creates a topic, its partitions with it. */
  void create(
      long controllerEpoch,
      TopicAssignment topic,
      List<PartitionState> states,
      Consumer<WriteOutcome> outcome) {
    String path = paths.topic(topic.topic());
    List<Op> ops = new ArrayList<>();
    ops.add(fence(controllerEpoch));
    ops.add(create(path, StateText.write(path, topic)));
    for (int partition = 0; partition < states.size(); partition++) {
      String at = paths.partition(topic.topic(), partition);
      ops.add(create(at, StateText.write(at, states.get(partition))));
    }
    transact(ops, path, 0, true, outcome);
  }

  /**
   * Asks whether a state is still the stored one, by a transaction that only checks: ZooKeeper puts
   * it in order with the writes, as it does not with a read.
   */
  void confirm(TopicPartition partition, int version, Consumer<WriteOutcome> outcome) {
    String path = path(partition);
    transact(List.of(Op.check(path, checked(version))), path, version, false, outcome);
  }

  /** Reads a state as it is now or later; again after a reconnect, until it is told. */
  void read(TopicPartition partition, Consumer<VersionedState> current) {
    String path = path(partition);
    submit(
        by -> {
          by.handle().sync(path, (code, at, context) -> {}, null);
          by.handle()
              .getData(
                  path,
                  false,
                  (code, at, context, data, stat) ->
                      handover.run(
                          () -> {
                            if (data != null && stat != null) {
                              current.accept(StateText.state(ZNode.of(path, data, stat)));
                            } else if (Code.get(code) != Code.NONODE) {
                              waiting.add(new Waiting(again -> read(partition, current)));
                            }
                          }),
                  null);
        },
        unsent -> {});
  }

  private void transact(
      List<Op> ops,
      String path,
      int versionReached,
      boolean asController,
      Consumer<WriteOutcome> outcome) {
    submit(
        by ->
            by.handle()
                .multi(
                    ops,
                    (code, at, context, results) ->
                        handover.run(
                            () -> {
                              if (asController && isFenced(results)) {
                                outcome.accept(new WriteOutcome.ControllerMoved());
                              } else {
                                end(by, path, Code.get(code), versionReached, outcome);
                              }
                            }),
                    null),
        outcome);
  }

  private void submit(Consumer<Session> send, Consumer<WriteOutcome> outcome) {
    Session by = session;
    if (by != null) {
      send.accept(by);
    } else if (waiting.size() < WAITING_MAX) {
      waiting.add(new Waiting(send));
    } else {
      outcome.accept(new WriteOutcome.Unknown());
    }
  }

  private void end(
      Session by, String path, Code code, int version, Consumer<WriteOutcome> outcome) {
    switch (code) {
      case OK -> outcome.accept(new WriteOutcome.Committed(version));
      case BADVERSION, NODEEXISTS -> readCurrent(by, path, outcome);
      case NONODE -> outcome.accept(new WriteOutcome.Rejected(null));
      default -> outcome.accept(new WriteOutcome.Unknown());
    }
  }

  /** The refusal and this read go through one server in order: the read is not older. */
  private void readCurrent(Session by, String path, Consumer<WriteOutcome> outcome) {
    by.handle()
        .getData(
            path,
            false,
            (code, at, context, data, stat) ->
                handover.run(
                    () -> {
                      if (Code.get(code) == Code.OK && data != null && stat != null) {
                        outcome.accept(
                            new WriteOutcome.Rejected(current(ZNode.of(path, data, stat))));
                      } else {
                        outcome.accept(new WriteOutcome.Unknown());
                      }
                    }),
            null);
  }

  private @Nullable VersionedState current(ZNode found) {
    return paths.isPartition(found.path()) ? StateText.state(found) : null;
  }

  private String path(TopicPartition partition) {
    return paths.partition(partition.topic(), partition.partition());
  }

  private Op fence(long controllerEpoch) {
    return Op.check(paths.controllerEpoch(), checked(Math.toIntExact(controllerEpoch)));
  }

  private static Op create(String path, byte[] content) {
    return Op.create(path, content, Paths.OPEN, CreateMode.PERSISTENT);
  }

  private static boolean isFenced(@Nullable List<OpResult> results) {
    return results != null
        && results.get(0) instanceof OpResult.ErrorResult first
        && first.getErr() == Code.BADVERSION.intValue();
  }

  /** ZooKeeper takes -1 for "any version": a version that was never read must not become one. */
  private static int checked(int version) {
    if (version < 0) {
      throw new IllegalArgumentException("a version is 0 or more, not " + version);
    }
    return version;
  }
}
