package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEffect.AdminResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The topics that a controller is making. */
final class TopicCreation {
  private final Map<Long, Pending> pending = new LinkedHashMap<>();

  private record Pending(long requestId, TopicAssignment assignment, List<PartitionState> states) {}

  /** A topic that now exists. */
  record Created(long requestId, TopicAssignment assignment, List<PartitionState> states) {}

  /**
   * Begins to make a topic, or answers why not.
   *
   * @param create what is wanted
   * @param cluster the nodes
   * @param topics the topics that exist, by name
   * @param placed the same as their partitions lie now
   * @param writer signs the write
   */
  void begin(
      ControllerEvent.CreateTopic create,
      ClusterView cluster,
      Map<String, TopicAssignment> topics,
      List<TopicAssignment> placed,
      WriteCounter writer,
      List<ControllerEffect> out) {
    long id = create.requestId();
    TopicAssignment existing = topics.get(create.topic());
    List<NodeId> nodes = cluster.nodes();
    if (create.partitions() < 1 || create.replicas() < 1) {
      answer(id, AdminResult.INVALID, "partitions and replicas are 1 or more", out);
    } else if (existing != null) {
      boolean same = hasShape(existing, create);
      answer(id, same ? AdminResult.EXISTS : AdminResult.EXISTS_OTHERWISE, "", out);
    } else if (isBeingMade(create.topic())) {
      answer(id, AdminResult.NOT_NOW, "topic " + create.topic() + " is being created", out);
    } else if (nodes.size() < create.replicas()) {
      String detail = create.replicas() + " replicas need as many nodes; registered are " + nodes;
      answer(id, AdminResult.NOT_NOW, detail, out);
    } else {
      write(create, cluster, placed, writer, out);
    }
  }

  private static boolean hasShape(TopicAssignment topic, ControllerEvent.CreateTopic create) {
    return topic.replicas().size() == create.partitions()
        && topic.replicas().get(0).size() == create.replicas();
  }

  private boolean isBeingMade(String topic) {
    return pending.values().stream().anyMatch(p -> p.assignment.topic().equals(topic));
  }

  private void write(
      ControllerEvent.CreateTopic create,
      ClusterView cluster,
      List<TopicAssignment> placed,
      WriteCounter writer,
      List<ControllerEffect> out) {
    List<List<NodeId>> replicas =
        Assignment.spread(cluster.nodes(), placed, create.partitions(), create.replicas());
    TopicAssignment assignment = new TopicAssignment(create.topic(), create.topicId(), replicas);
    Nonce nonce = writer.next();
    List<PartitionState> states = new ArrayList<>();
    for (List<NodeId> nodes : replicas) {
      // The log is empty: whoever is there is in sync.
      List<Member> isr = cluster.live(nodes);
      states.add(
          new PartitionState(
              create.topicId(), nodes.get(0), 0, isr, List.of(), writer.epoch(), nonce));
    }
    pending.put(nonce.number(), new Pending(create.requestId(), assignment, states));
    out.add(new ControllerEffect.WriteTopic(nonce.number(), assignment, states));
  }

  boolean awaits(long writeId) {
    return pending.containsKey(writeId);
  }

  /** Takes the answer to a write; null if the topic was not certainly made by it. */
  @Nullable Created answered(ControllerEvent.WriteAnswered answered, List<ControllerEffect> out) {
    Pending made = pending.remove(answered.writeId());
    if (made == null) {
      return null;
    }
    if (answered.outcome() instanceof WriteOutcome.Committed) {
      return new Created(made.requestId, made.assignment, made.states);
    }
    // Somebody made it, or this attempt did, unheard: read, and let the client ask again.
    String detail = "whether topic " + made.assignment.topic() + " was created is not known yet";
    answer(made.requestId, AdminResult.NOT_NOW, detail, out);
    out.add(new ControllerEffect.ReadAll());
    return null;
  }

  /** Ends the term of office. */
  void end(List<ControllerEffect> out) {
    pending.values().forEach(p -> answer(p.requestId, AdminResult.NOT_CONTROLLER, "", out));
    pending.clear();
  }

  /** Answers an administrative request. */
  static void answer(
      long requestId, AdminResult result, String detail, List<ControllerEffect> out) {
    out.add(new ControllerEffect.AnswerAdmin(requestId, result, detail));
  }
}
