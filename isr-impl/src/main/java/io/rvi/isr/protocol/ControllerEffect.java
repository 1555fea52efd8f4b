package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Objects;

/**
 * What a controller asks its shell to do. Every write is one multi with a check that {@code
 * controller_epoch} still is this controller's, so that an earlier controller writes nothing (G16).
 * Done in order; the order of answers is free.
 */
public sealed interface ControllerEffect {
  /**
   * Set the watches, then read registrations, topics and states; answered by {@link
   * ControllerEvent.ClusterRead}.
   */
  record ReadAll() implements ControllerEffect {}

  /**
   * Read a partition's state, after a sync; answered by {@link ControllerEvent.StateRead}.
   *
   * @param partition the partition
   */
  record ReadState(TopicPartition partition) implements ControllerEffect {}

  /**
   * Compare and set a partition's state; answered by {@link ControllerEvent.WriteAnswered}, always.
   *
   * @param writeId identifies the answer
   * @param partition the partition
   * @param expectedVersion the version that must be stored
   * @param state the new content
   */
  record WriteState(
      long writeId, TopicPartition partition, int expectedVersion, PartitionState state)
      implements ControllerEffect {}

  /**
   * Create a topic: its assignment and the first state (version 0) of each partition, in one multi;
   * answered by {@link ControllerEvent.WriteAnswered}. {@code Rejected} if the topic exists.
   *
   * @param writeId identifies the answer
   * @param assignment the topic
   * @param states one for each partition
   */
  record WriteTopic(long writeId, TopicAssignment assignment, List<PartitionState> states)
      implements ControllerEffect {
    /** Copies the list. */
    public WriteTopic {
      states = List.copyOf(states);
    }
  }

  /**
   * Send metadata to a node; it may be lost.
   *
   * @param node the node
   * @param metadata the message
   */
  record SendMetadata(NodeId node, Metadata metadata) implements ControllerEffect {}

  /**
   * Answer an administrative request.
   *
   * @param requestId of the event
   * @param result how it ended
   * @param detail one line for {@link AdminResult#INVALID} and {@link AdminResult#NOT_NOW}; may be
   *     empty else
   */
  record AnswerAdmin(long requestId, AdminResult result, String detail)
      implements ControllerEffect {
    /** Checks the components. */
    public AnswerAdmin {
      Objects.requireNonNull(result, "result");
      Objects.requireNonNull(detail, "detail");
    }
  }

  /** This controller has found that a newer one exists: give the office up and stand again. */
  record Resign() implements ControllerEffect {}

  /** How an administrative request ended. */
  enum AdminResult {
    /** Done. */
    DONE,
    /** Done before, with the same shape: nothing was changed. */
    EXISTS,
    /** A topic of that name exists with another shape. */
    EXISTS_OTHERWISE,
    /** The request can never succeed. */
    INVALID,
    /** It cannot be done now, for instance for want of live nodes; nothing was changed. */
    NOT_NOW,
    /**
     * This node is not the controller, or not any more; what was begun may be finished by the next.
     */
    NOT_CONTROLLER
  }
}
