package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.rvi.isr.wire.ClientMessage.MetadataReply;
import io.rvi.isr.wire.ClientMessage.MetadataRequest;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.PartitionMetadata;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.SessionMessage.Failure;
import io.rvi.isr.wire.WireError;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the client knows of one topic: its identity, and each partition's leader in the newest epoch
 * that any node has named. Used on the event loop alone.
 */
final class TopicView {
  private final String topic;
  private final Nodes nodes;
  private final long timeoutNanos;
  private final List<Runnable> waiting = new ArrayList<>();
  private final TreeMap<Integer, PartitionMetadata> partitions = new TreeMap<>();
  private @Nullable UUID topicId;
  private boolean asking;

  /** Whether the last question was answered with the topic's state. */
  private boolean fresh;

  /** Answers in a row that there is no such topic; nodes learn of a new topic one after another. */
  private int unknownInRow;

  private String lastFailure = "no node has answered yet";

  TopicView(String topic, Nodes nodes, long timeoutNanos) {
    this.topic = topic;
    this.nodes = nodes;
    this.timeoutNanos = timeoutNanos;
  }

  String topic() {
    return topic;
  }

  /** Why the last question had no answer, for messages. */
  String lastFailure() {
    return lastFailure;
  }

  /** The topic's identity, null while unknown. */
  @Nullable UUID topicId() {
    return topicId;
  }

  /** The partitions by number, empty while unknown. */
  List<PartitionMetadata> partitions() {
    return List.copyOf(partitions.values());
  }

  /** Whether the last question was answered with the topic's state. */
  boolean fresh() {
    return fresh;
  }

  /** Whether the topic is known and has no such partition. */
  boolean lacks(int partition) {
    return topicId != null && !partitions.containsKey(partition);
  }

  /** Whether every node has said, more than once in a row, that there is no such topic. */
  boolean certainlyUnknown() {
    return topicId == null && unknownInRow >= 2 * nodes.size();
  }

  /** Where a partition's leader is, null while it is not known. */
  @Nullable Route route(int partition) {
    PartitionMetadata known = partitions.get(partition);
    UUID id = topicId;
    Link link = known == null ? null : nodes.link(known.leader());
    return link == null || id == null || known == null ? null : new Route(id, link, known.epoch());
  }

  /** The newest epoch known of a partition, -1 for none. */
  long epoch(int partition) {
    PartitionMetadata known = partitions.get(partition);
    return known == null ? -1 : known.epoch();
  }

  /**
   * Asks one node, and runs the task when it has answered, or not. Questions at the same time share
   * one request.
   *
   * @param notAsked the node to ask last, 0 for none
   * @param then runs when the question is over
   */
  void refresh(int notAsked, Runnable then) {
    waiting.add(then);
    if (!asking) {
      asking = true;
      nodes.askOther(notAsked, new MetadataRequest(topic), timeoutNanos, new Answer());
    }
  }

  private void over() {
    asking = false;
    List<Runnable> done = List.copyOf(waiting);
    waiting.clear();
    done.forEach(Runnable::run);
  }

  private final class Answer implements ReplyHandler {
    @Override
    public void replied(Message reply, ByteBuf payload) {
      fresh = reply instanceof MetadataReply;
      if (reply instanceof MetadataReply known) {
        learn(known);
      } else if (reply instanceof Failure failure) {
        unknownInRow = failure.error() == WireError.UNKNOWN_TOPIC ? unknownInRow + 1 : 0;
        lastFailure = failure.error() + " " + failure.detail();
      }
      over();
    }

    @Override
    public void lost(String reason) {
      fresh = false;
      lastFailure = reason;
      over();
    }
  }

  private void learn(MetadataReply reply) {
    unknownInRow = 0;
    if (!reply.topicId().equals(topicId)) {
      topicId = reply.topicId();
      partitions.clear();
    }
    for (PartitionMetadata told : reply.partitions()) {
      if (told.epoch() >= epoch(told.partition())) {
        partitions.put(told.partition(), told);
      }
    }
    lastFailure = "no leader is known";
  }
}
