package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What can happen to a controller. */
public sealed interface ControllerEvent {
  /**
   * This node was elected controller: the multi that made its ephemeral node also raised the epoch.
   *
   * @param controllerEpoch its epoch
   */
  record Won(long controllerEpoch) implements ControllerEvent {}

  /** This node is not the controller any more, or cannot tell. */
  record Lost() implements ControllerEvent {}

  /**
   * The answer to {@link ControllerEffect.ReadAll}. Watches were set before the reads.
   *
   * @param registrations the nodes that are registered
   * @param assignments all topics
   * @param states the state of each partition that has one
   */
  record ClusterRead(
      List<Member> registrations,
      List<TopicAssignment> assignments,
      Map<TopicPartition, VersionedState> states)
      implements ControllerEvent {
    /** Copies the collections. */
    public ClusterRead {
      registrations = List.copyOf(registrations);
      assignments = List.copyOf(assignments);
      states = Map.copyOf(states);
    }
  }

  /**
   * The registered nodes were read again, after their watch fired.
   *
   * @param registrations all of them: who is missing is dead, who has a larger incarnation bounced
   */
  record RegistrationsRead(List<Member> registrations) implements ControllerEvent {
    /** Copies the list. */
    public RegistrationsRead {
      registrations = List.copyOf(registrations);
    }
  }

  /**
   * A partition's state was read: as {@link ControllerEffect.ReadState} asked, or because a watch
   * fired.
   *
   * @param partition the partition
   * @param current what was read; may be stale
   */
  record StateRead(TopicPartition partition, VersionedState current) implements ControllerEvent {}

  /**
   * The answer to a write.
   *
   * @param writeId of the effect
   * @param outcome what became of it
   */
  record WriteAnswered(long writeId, WriteOutcome outcome) implements ControllerEvent {}

  /**
   * A node has taken notice of metadata (also when it refused it as older than it knows).
   *
   * @param node the node
   * @param incarnation its life
   * @param partition the partition
   * @param version of the state that it was sent
   */
  record MetadataAcknowledged(NodeId node, long incarnation, TopicPartition partition, int version)
      implements ControllerEvent {}

  /**
   * A client wants a topic.
   *
   * @param requestId answered by {@link ControllerEffect.AnswerAdmin}
   * @param topic its name, checked already
   * @param topicId a fresh random identity
   * @param partitions 1 or more
   * @param replicas replicas of each partition, 1 or more
   */
  record CreateTopic(long requestId, String topic, UUID topicId, int partitions, int replicas)
      implements ControllerEvent {
    /** Checks the components. */
    public CreateTopic {
      Objects.requireNonNull(topic, "topic");
      Objects.requireNonNull(topicId, "topicId");
    }
  }

  /**
   * A node wants to stop in an orderly way: its leadership is moved, and it leaves the in-sync sets
   * where others remain.
   *
   * @param requestId answered by {@link ControllerEffect.AnswerAdmin}
   * @param node the node
   * @param incarnation its life
   */
  record ShutdownRequested(long requestId, NodeId node, long incarnation)
      implements ControllerEvent {}

  /**
   * A client wants a partition to lie on other nodes. Asked again until it is done; the same wish
   * changes nothing.
   *
   * @param requestId answered by {@link ControllerEffect.AnswerAdmin}, at once: {@code NOT_NOW}
   *     says how far it is
   * @param partition the partition
   * @param target its nodes, the preferred leader first; known nodes, none twice
   * @param begun false: done when the target is stored. True: done when it is reached; changes
   *     nothing, so that a wish that was replaced by a later one does not come back
   */
  record Reassign(long requestId, TopicPartition partition, List<NodeId> target, boolean begun)
      implements ControllerEvent {
    /** Copies the list. */
    public Reassign {
      target = List.copyOf(target);
    }
  }

  /**
   * A client wants a partition to be led by another of its replicas. Asked again until it is done.
   *
   * @param requestId answered by {@link ControllerEffect.AnswerAdmin}, at once: {@code NOT_NOW}
   *     says what it waits for
   * @param partition the partition
   * @param leader the node
   */
  record TransferLeadership(long requestId, TopicPartition partition, NodeId leader)
      implements ControllerEvent {}

  /** Time has passed; comes at least every {@link ControllerConfig#tickMs()}. */
  record Tick() implements ControllerEvent {}
}
