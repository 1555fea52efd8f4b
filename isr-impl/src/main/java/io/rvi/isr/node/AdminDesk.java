package io.rvi.isr.node;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEffect;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.isr.wire.SessionMessage;
import io.rvi.isr.wire.WireError;
import io.rvi.spi.ReassignmentCheck;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Takes administrative requests to the controller, if this node is it. */
final class AdminDesk {
  private static final Pattern TOPIC_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /** More would not fit the one ZooKeeper transaction that creates a topic. */
  private static final int PARTITIONS_MAX = 1_000;

  private final ControllerOffice office;
  private final ClusterView view;
  private final Set<NodeId> nodes;
  private final int minInsyncReplicas;

  AdminDesk(ControllerOffice office, ClusterView view, Set<NodeId> nodes, int minInsyncReplicas) {
    this.office = office;
    this.view = view;
    this.nodes = Set.copyOf(nodes);
    this.minInsyncReplicas = minInsyncReplicas;
  }

  void createTopic(Asker asker, ClientMessage.CreateTopicRequest request) {
    String complaint = complaint(request);
    if (!complaint.isEmpty()) {
      refuse(asker, WireError.INVALID_ARGUMENT, complaint);
    } else if (isHere(asker)) {
      office.createTopic(
          request.topic(),
          request.partitions(),
          request.replicas(),
          answer -> answer(asker, request.topic(), answer));
    }
  }

  void leave(Asker asker, NodeId node, long incarnation) {
    if (isHere(asker)) {
      office.leave(node, incarnation, answer -> answer(asker, "node " + node, answer));
    }
  }

  void reassign(Asker asker, ClientMessage.ReassignRequest request) {
    TopicPartition partition = new TopicPartition(request.topic(), request.partition());
    List<NodeId> target = request.replicas().stream().map(NodeId::new).toList();
    String complaint = ReassignmentCheck.complaint(partition.toString(), target, nodes);
    if (complaint.isEmpty() && target.size() < minInsyncReplicas) {
      complaint =
          "replicas "
              + target
              + " of "
              + partition
              + " are fewer than min.insync.replicas "
              + minInsyncReplicas;
    }
    if (!complaint.isEmpty()) {
      refuse(asker, WireError.INVALID_ARGUMENT, complaint);
    } else if (isHere(asker)) {
      office.reassign(
          partition,
          target,
          request.begun(),
          answer -> answer(asker, partition.toString(), answer));
    }
  }

  void transferLeadership(Asker asker, ClientMessage.TransferRequest request) {
    TopicPartition partition = new TopicPartition(request.topic(), request.partition());
    if (isHere(asker)) {
      office.transferLeadership(
          partition,
          new NodeId(request.leader()),
          answer -> answer(asker, partition.toString(), answer));
    }
  }

  private String complaint(ClientMessage.CreateTopicRequest request) {
    if (!TOPIC_NAME.matcher(request.topic()).matches()
        || request.topic().equals(".")
        || request.topic().equals("..")) {
      return "a topic's name is 1 to 100 letters, digits, dots, underscores or hyphens, not \""
          + request.topic()
          + "\"";
    }
    if (request.partitions() < 1 || request.partitions() > PARTITIONS_MAX) {
      return "partitions of " + request.topic() + ": 1 to 1000, not " + request.partitions();
    }
    if (request.replicas() < 1 || request.replicas() > nodes.size()) {
      return "replicas of "
          + request.topic()
          + ": 1 to "
          + nodes.size()
          + ", the number of nodes, not "
          + request.replicas();
    }
    if (request.replicas() < minInsyncReplicas) {
      return "replicas of "
          + request.topic()
          + ": "
          + request.replicas()
          + " is less than min.insync.replicas "
          + minInsyncReplicas;
    }
    return "";
  }

  private boolean isHere(Asker asker) {
    if (office.inOffice() && office.hasRoom()) {
      return true;
    }
    refuseAsOther(asker);
    return false;
  }

  private void refuseAsOther(Asker asker) {
    asker
        .connection()
        .refuse(
            asker.correlation(),
            WireError.NOT_CONTROLLER,
            office.inOffice() ? 0 : view.controllerId(),
            "this node is not the controller");
  }

  private void answer(Asker asker, String subject, ControllerEffect.AnswerAdmin answer) {
    switch (answer.result()) {
      case DONE, EXISTS -> asker.connection().reply(asker.correlation(), new SessionMessage.Done());
      case EXISTS_OTHERWISE ->
          refuse(asker, WireError.TOPIC_EXISTS, subject + " exists with another shape");
      case INVALID -> refuse(asker, WireError.INVALID_ARGUMENT, subject + ": " + answer.detail());
      case NOT_NOW -> refuse(asker, WireError.NOT_READY, subject + ": " + answer.detail());
      case NOT_CONTROLLER -> refuseAsOther(asker);
    }
  }

  private static void refuse(Asker asker, WireError error, String detail) {
    asker.connection().refuse(asker.correlation(), error, 0, detail);
  }
}
