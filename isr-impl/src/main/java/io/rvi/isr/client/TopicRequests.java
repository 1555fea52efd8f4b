package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.isr.wire.ClientMessage.CreateTopicRequest;
import io.rvi.isr.wire.ClientMessage.DescribeReply;
import io.rvi.isr.wire.ClientMessage.DescribeRequest;
import io.rvi.isr.wire.ClientMessage.ReassignRequest;
import io.rvi.isr.wire.ClientMessage.TransferRequest;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.PartitionMetadata;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.spi.ReassignmentCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates, describes and moves topics. */
final class TopicRequests {
  private static final Pattern TOPIC_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private final IsrLogClient client;
  private final Nodes nodes;
  private final ControllerRequests creations;
  private final ControllerRequests moves;

  TopicRequests(IsrLogClient client, Nodes nodes) {
    this.client = client;
    this.nodes = nodes;
    this.creations = new ControllerRequests(client, nodes, ErrorCode.NO_LEADER);
    this.moves = new ControllerRequests(client, nodes, ErrorCode.DEADLINE_EXCEEDED);
  }

  CompletableFuture<Void> create(String name, int partitions, int replicas) {
    CreateTopicRequest request = new CreateTopicRequest(name, partitions, replicas);
    String complaint = complaint(request);
    return client.operate(
        "creation of topic " + name,
        operation -> {
          if (!complaint.isEmpty()) {
            operation.fail(ErrorCode.INVALID_ARGUMENT, complaint);
          } else {
            create(operation, request, nodes.next());
          }
        });
  }

  private String complaint(CreateTopicRequest request) {
    int count = nodes.size();
    if (!TOPIC_NAME.matcher(request.topic()).matches()) {
      return "topic name \""
          + request.topic()
          + "\" must be 1 to 100 letters, digits, dots, underscores or hyphens";
    }
    if (request.partitions() < 1) {
      return "partitions=" + request.partitions() + " must be 1 or more";
    }
    if (request.replicas() < 1 || request.replicas() > count) {
      return "replicas=" + request.replicas() + " must be 1 to the number of nodes, " + count;
    }
    return "";
  }

  private void create(Operation<Void> operation, CreateTopicRequest request, Link link) {
    creations.ask(
        operation, request, link, () -> awaitLeaders(operation, client.topic(request.topic())));
  }

  /** Looks until every partition has a leader. */
  private void awaitLeaders(Operation<Void> operation, TopicView view) {
    view.refresh(
        0,
        () -> {
          boolean led =
              !view.partitions().isEmpty()
                  && view.partitions().stream().allMatch(one -> one.leader() != 0);
          if (led) {
            operation.succeed(null);
          } else {
            operation.again(
                ErrorCode.NO_LEADER, "a partition of topic " + view.topic() + " has no leader");
          }
        });
  }

  CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas) {
    List<NodeId> wanted = List.copyOf(replicas);
    String name = topic + "-" + partition;
    String complaint = ReassignmentCheck.complaint(name, wanted, nodes.ids());
    List<Integer> ids = wanted.stream().map(NodeId::value).toList();
    AtomicBoolean begun = new AtomicBoolean();
    return client.operate(
        "reassignment of " + name,
        operation -> {
          if (!complaint.isEmpty()) {
            operation.fail(ErrorCode.INVALID_ARGUMENT, complaint);
          } else {
            whenItExists(
                operation,
                topic,
                partition,
                () -> reassign(operation, topic, partition, ids, begun));
          }
        });
  }

  /** First until the wish is stored, then until it is carried out. */
  private void reassign(
      Operation<Void> operation,
      String topic,
      int partition,
      List<Integer> ids,
      AtomicBoolean begun) {
    moves.ask(
        operation,
        new ReassignRequest(topic, partition, ids, begun.get()),
        nodes.next(),
        () -> {
          if (begun.getAndSet(true)) {
            awaitPlaced(operation, client.topic(topic), partition, ids);
          } else {
            reassign(operation, topic, partition, ids, begun);
          }
        });
  }

  /**
   * Looks until a node tells what the controller has done; nodes learn of it one after another, and
   * what this client has seen once it does not unsee.
   */
  private static void awaitPlaced(
      Operation<Void> operation, TopicView view, int partition, List<Integer> ids) {
    view.refresh(
        0,
        () -> {
          boolean placed =
              view.partitions().stream()
                  .filter(one -> one.partition() == partition)
                  .anyMatch(one -> one.replicas().equals(ids) && one.leader() != 0);
          if (placed) {
            operation.succeed(null);
          } else {
            operation.again(
                ErrorCode.NO_LEADER,
                view.topic() + "-" + partition + " is not seen at its new nodes yet");
          }
        });
  }

  CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader) {
    return client.operate(
        "hand-over of " + topic + "-" + partition + " to " + leader,
        operation ->
            whenItExists(
                operation,
                topic,
                partition,
                () ->
                    moves.ask(
                        operation,
                        new TransferRequest(topic, partition, leader.value()),
                        nodes.next(),
                        () -> operation.succeed(null))));
  }

  private void whenItExists(Operation<Void> operation, String topic, int partition, Runnable then) {
    TopicView view = client.topic(topic);
    view.refresh(
        0,
        () -> {
          if (view.certainlyUnknown()) {
            operation.fail(ErrorCode.UNKNOWN_TOPIC, unknown(view));
          } else if (view.lacks(partition)) {
            operation.fail(
                ErrorCode.UNKNOWN_PARTITION,
                "topic "
                    + topic
                    + " has partitions 0 to "
                    + (view.partitions().size() - 1)
                    + ", not "
                    + partition);
          } else if (view.topicId() == null) {
            operation.again(ErrorCode.NO_LEADER, view.lastFailure());
          } else {
            then.run();
          }
        });
  }

  private static String unknown(TopicView view) {
    return "no topic " + view.topic() + "; create it first";
  }

  CompletableFuture<TopicDescription> describe(String name) {
    return client.operate(
        "description of topic " + name,
        operation -> {
          TopicView view = client.topic(name);
          view.refresh(0, () -> describe(operation, view));
        });
  }

  private void describe(Operation<TopicDescription> operation, TopicView view) {
    UUID topicId = view.topicId();
    if (view.certainlyUnknown()) {
      operation.fail(ErrorCode.UNKNOWN_TOPIC, unknown(view));
    } else if (topicId == null || !view.fresh()) {
      operation.again(ErrorCode.NO_LEADER, view.lastFailure());
    } else {
      Survey survey = new Survey(operation, view);
      for (Link link : nodes.all()) {
        link.request(
            new DescribeRequest(topicId),
            null,
            Math.min(operation.leftNanos(), client.settings().detectionNanos()),
            survey.answerOf(link.node()));
      }
    }
  }

  /** Gathers what every node says of its replicas. */
  private final class Survey {
    private final Operation<TopicDescription> operation;
    private final TopicView view;
    private final TreeMap<Integer, DescribeReply> answers = new TreeMap<>();
    private int due = nodes.size();

    Survey(Operation<TopicDescription> operation, TopicView view) {
      this.operation = operation;
      this.view = view;
    }

    ReplyHandler answerOf(int node) {
      return new ReplyHandler() {
        @Override
        public void replied(Message reply, ByteBuf payload) {
          if (reply instanceof DescribeReply answer) {
            answers.put(node, answer);
          }
          answered();
        }

        @Override
        public void lost(String reason) {
          answered();
        }
      };
    }

    private void answered() {
      due--;
      if (due == 0) {
        operation.succeed(
            new TopicDescription(
                view.topic(), view.partitions().stream().map(this::partition).toList()));
      }
    }

    private TopicDescription.Partition partition(PartitionMetadata known) {
      List<TopicDescription.ReplicaState> states = new ArrayList<>();
      @Nullable ReplicaReport leader = null;
      int leaderNode = 0;
      for (var answer : answers.entrySet()) {
        for (ReplicaReport report : answer.getValue().replicas()) {
          if (report.partition() != known.partition()) {
            continue;
          }
          NodeId node = new NodeId(answer.getKey());
          states.add(
              new TopicDescription.ReplicaState(
                  node, report.epoch(), report.highWatermark(), report.logEnd()));
          if (report.leads() && (leader == null || report.epoch() > leader.epoch())) {
            leader = report;
            leaderNode = answer.getKey();
          }
        }
      }
      states.sort(Comparator.comparing(TopicDescription.ReplicaState::node));
      List<NodeId> replicas = known.replicas().stream().map(NodeId::new).toList();
      return leader == null
          ? new TopicDescription.Partition(
              known.partition(),
              Optional.empty(),
              known.epoch(),
              replicas,
              nodeIds(known.inSync()),
              0,
              0,
              states)
          : new TopicDescription.Partition(
              known.partition(),
              Optional.of(new NodeId(leaderNode)),
              leader.epoch(),
              replicas,
              nodeIds(leader.inSync()),
              leader.highWatermark(),
              leader.logEnd(),
              states);
    }

    private Set<NodeId> nodeIds(List<Integer> ids) {
      Set<NodeId> nodeIds = new LinkedHashSet<>();
      ids.forEach(id -> nodeIds.add(new NodeId(id)));
      return nodeIds;
    }
  }
}
