package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.isr.wire.ClientMessage.CreateTopicRequest;
import io.rvi.isr.wire.ClientMessage.DescribeReply;
import io.rvi.isr.wire.ClientMessage.DescribeRequest;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.PartitionMetadata;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.SessionMessage.Done;
import io.rvi.isr.wire.SessionMessage.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates and describes topics. */
final class TopicRequests {
  private static final Pattern TOPIC_NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private final IsrLogClient client;
  private final Nodes nodes;

  TopicRequests(IsrLogClient client, Nodes nodes) {
    this.client = client;
    this.nodes = nodes;
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
    link.request(
        request,
        null,
        Math.min(operation.leftNanos(), client.settings().suspicionNanos()),
        new ReplyHandler() {
          @Override
          public void replied(Message reply, ByteBuf payload) {
            if (reply instanceof Done) {
              awaitLeaders(operation, client.topic(request.topic()));
            } else if (reply instanceof Failure failure) {
              refused(operation, request, failure);
            }
          }

          @Override
          public void lost(String reason) {
            operation.again(ErrorCode.NO_LEADER, reason);
          }
        });
  }

  private void refused(Operation<Void> operation, CreateTopicRequest request, Failure failure) {
    String reason = failure.error() + " " + failure.detail();
    switch (failure.error()) {
      case TOPIC_EXISTS -> operation.fail(ErrorCode.TOPIC_EXISTS, failure.detail());
      case INVALID_ARGUMENT -> operation.fail(ErrorCode.INVALID_ARGUMENT, failure.detail());
      case UNSUPPORTED -> operation.fail(ErrorCode.UNSUPPORTED, failure.detail());
      case NOT_CONTROLLER -> {
        @Nullable Link controller = nodes.link(failure.hint());
        if (controller != null && !operation.isOver()) {
          create(operation, request, controller);
        } else {
          operation.again(ErrorCode.NO_LEADER, reason);
        }
      }
      default -> operation.again(ErrorCode.NO_LEADER, reason);
    }
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
      operation.fail(ErrorCode.UNKNOWN_TOPIC, "no topic " + view.topic() + "; create it first");
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
