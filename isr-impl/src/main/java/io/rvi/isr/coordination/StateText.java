package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.Placement;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.VersionedState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The protocol's values as the text of znodes, and back. */
final class StateText {
  private static final String TOPIC_ID = "topicId";
  private static final String LEADER = "leader";
  private static final String LEADER_EPOCH = "leaderEpoch";
  private static final String ISR = "isr";
  private static final String ELR = "elr";
  private static final String CONTROLLER_EPOCH = "controllerEpoch";
  private static final String NONCE = "nonce";
  private static final String TARGET = "target";
  private static final String LEAVING = "leaving";
  private static final String PARTITIONS = "partitions";
  private static final String REPLICAS = "replicas.";

  private StateText() {}

  static byte[] write(String path, PartitionState state) {
    Fields fields = Fields.at(path);
    fields
        .with(TOPIC_ID, state.topicId())
        .with(LEADER, state.leader().value())
        .with(LEADER_EPOCH, state.leaderEpoch())
        .with(ISR, members(state.isr()))
        .with(ELR, members(state.elr()))
        .with(CONTROLLER_EPOCH, state.controllerEpoch())
        .with(NONCE, state.nonce());
    Placement placement = state.placement();
    if (placement != null) {
      fields.with(TARGET, nodes(placement.target())).with(LEAVING, nodes(placement.leaving()));
    }
    return fields.bytes();
  }

  static VersionedState state(ZNode node) {
    Fields fields = Fields.of(node);
    PartitionState state =
        new PartitionState(
            UUID.fromString(fields.text(TOPIC_ID)),
            new NodeId((int) fields.number(LEADER)),
            fields.number(LEADER_EPOCH),
            members(fields.text(ISR)),
            members(fields.text(ELR)),
            fields.number(CONTROLLER_EPOCH),
            nonce(fields.text(NONCE)),
            placement(fields));
    return new VersionedState(state, node.version());
  }

  /** A partition that was never reassigned has no such fields. */
  private static @Nullable Placement placement(Fields fields) {
    return fields.has(TARGET)
        ? new Placement(nodes(fields.text(TARGET)), nodes(fields.text(LEAVING)))
        : null;
  }

  static byte[] write(String path, TopicAssignment topic) {
    Fields fields =
        Fields.at(path).with(TOPIC_ID, topic.topicId()).with(PARTITIONS, topic.replicas().size());
    for (int partition = 0; partition < topic.replicas().size(); partition++) {
      fields.with(REPLICAS + partition, nodes(topic.replicas().get(partition)));
    }
    return fields.bytes();
  }

  static TopicAssignment topic(String name, ZNode node) {
    Fields fields = Fields.of(node);
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int partition = 0; partition < fields.number(PARTITIONS); partition++) {
      replicas.add(nodes(fields.text(REPLICAS + partition)));
    }
    return new TopicAssignment(name, UUID.fromString(fields.text(TOPIC_ID)), replicas);
  }

  static CoordinationListener.LiveNode liveNode(ZNode node) {
    Fields fields = Fields.of(node);
    String number = node.path().substring(node.path().lastIndexOf('/') + 1);
    Member member =
        new Member(
            new NodeId(Integer.parseInt(number)),
            UUID.fromString(fields.text(Registration.STORAGE_ID)),
            node.czxid());
    return new CoordinationListener.LiveNode(
        member, Boolean.parseBoolean(fields.text(Registration.CLEAN_STOP)));
  }

  private static String members(List<Member> members) {
    return members.stream()
        .map(m -> m.node().value() + "/" + m.storageId() + "/" + m.incarnation())
        .collect(Collectors.joining(","));
  }

  private static List<Member> members(String text) {
    return elements(text).stream().map(StateText::member).toList();
  }

  private static Member member(String text) {
    String[] parts = text.split("/", -1);
    return new Member(
        new NodeId(Integer.parseInt(parts[0])),
        UUID.fromString(parts[1]),
        Long.parseLong(parts[2]));
  }

  private static String nodes(List<NodeId> nodes) {
    return nodes.stream().map(n -> String.valueOf(n.value())).collect(Collectors.joining(","));
  }

  private static List<NodeId> nodes(String text) {
    return elements(text).stream().map(n -> new NodeId(Integer.parseInt(n))).toList();
  }

  private static List<String> elements(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(",", -1));
  }

  private static Nonce nonce(String text) {
    int hash = text.lastIndexOf('#');
    return new Nonce(text.substring(0, hash), Long.parseLong(text.substring(hash + 1)));
  }
}
