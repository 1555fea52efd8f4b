package io.rvi.isr.node;

import io.netty.buffer.ByteBuf;
import io.rvi.api.NodeId;
import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.coordination.Coordination;
import io.rvi.isr.protocol.FetchError;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.isr.wire.Connection;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplicaMessage;
import io.rvi.isr.wire.RequestHandler;
import io.rvi.isr.wire.SessionMessage;
import io.rvi.isr.wire.WireError;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes requests from the network to whom they concern, and refuses those that concern nobody. */
final class RequestDesk implements RequestHandler {
  private static final SessionMessage.Done DONE = new SessionMessage.Done();

  private final int recordBytesMax;
  private final ClusterView view;
  private @Nullable Staff staff;
  private boolean stopping;

  /**
   * Whom requests are taken to, once the node is up.
   *
   * @param replicas the node's replicas
   * @param admin what clients ask of the controller
   * @param coordination the cluster's register
   */
  record Staff(Replicas replicas, AdminDesk admin, Coordination coordination) {}

  RequestDesk(int recordBytesMax, ClusterView view) {
    this.recordBytesMax = recordBytesMax;
    this.view = view;
  }

  /** From now on requests are served. */
  void open(Staff members) {
    staff = members;
  }

  /** From now on requests are refused: the node is about to stop. */
  void stop() {
    stopping = true;
  }

  @Override
  public void requested(Connection connection, int correlation, Message request, ByteBuf payload) {
    Asker asker = new Asker(connection, correlation);
    Staff on = staff;
    if (on == null || stopping) {
      refuse(asker, WireError.STOPPING, "the node is starting or stopping");
    } else if (request instanceof ClientMessage.ProduceRequest produce) {
      produce(on, asker, produce, payload);
    } else if (request instanceof ReplicaMessage.Fetch fetch) {
      fetch(on, asker, fetch.request());
    } else if (request instanceof ClientMessage.ReadRequest read) {
      read(on, asker, read);
    } else if (request instanceof ReplicaMessage.Report report) {
      report(on, report);
    } else {
      takeRare(on, asker, request);
    }
  }

  private void takeRare(Staff on, Asker asker, Message request) {
    if (request instanceof ClientMessage.MetadataRequest metadata) {
      metadata(on, asker, metadata.topic());
    } else if (request instanceof ClientMessage.DescribeRequest describe) {
      asker
          .connection()
          .reply(
              asker.correlation(),
              new ClientMessage.DescribeReply(on.replicas().reports(describe.topicId())));
    } else if (request instanceof ClientMessage.CreateTopicRequest create) {
      on.admin().createTopic(asker, create);
    } else if (request instanceof ClientMessage.ReassignRequest reassign) {
      on.admin().reassign(asker, reassign);
    } else if (request instanceof ClientMessage.TransferRequest transfer) {
      on.admin().transferLeadership(asker, transfer);
    } else if (request instanceof ReplicaMessage.LeaveRequest leave) {
      on.admin().leave(asker, new NodeId(leave.node()), leave.incarnation());
    } else if (request instanceof ReplicaMessage.StateRequest state) {
      states(on, asker, state.states());
    } else if (request instanceof ReplicaMessage.ChangeNotice) {
      // The controller watches every partition's state itself.
      asker.connection().reply(asker.correlation(), DONE);
    } else {
      refuse(asker, WireError.UNSUPPORTED, "no such request: " + request.type());
    }
  }

  private void produce(
      Staff on, Asker asker, ClientMessage.ProduceRequest request, ByteBuf payload) {
    HostedReplica replica = on.replicas().find(request.topicId(), request.partition());
    if (replica == null) {
      refuseUnhosted(asker, request.topicId(), request.partition());
      return;
    }
    ByteBuffer bytes = payload.nioBuffer();
    int at = bytes.position();
    try {
      BatchHeader header = BatchBytes.checked(bytes, at);
      int largest = BatchBytes.checkRecords(bytes, at, header);
      if (header.bytes() != bytes.remaining()) {
        refuse(asker, WireError.CORRUPT_BATCH, "the payload is not exactly one batch");
      } else if (largest > recordBytesMax) {
        refuse(
            asker,
            WireError.RECORD_TOO_LARGE,
            "a record of " + largest + " bytes is larger than record.bytes.max " + recordBytesMax);
      } else {
        replica.produce(asker, new StoredBatch(bytes, at, header, false), payload);
      }
    } catch (BatchException e) {
      refuse(asker, WireError.CORRUPT_BATCH, "the payload is no batch: " + e.fault().words());
    }
  }

  private void read(Staff on, Asker asker, ClientMessage.ReadRequest request) {
    HostedReplica replica = on.replicas().find(request.topicId(), request.partition());
    if (replica == null) {
      refuseUnhosted(asker, request.topicId(), request.partition());
    } else {
      replica.read(asker, request);
    }
  }

  private static void fetch(Staff on, Asker asker, FetchRequest request) {
    HostedReplica replica = on.replicas().find(request.topicId(), request.partition());
    if (replica != null) {
      replica.fetch(asker, request);
      return;
    }
    FetchResponse unknown =
        new FetchResponse(
            request.topicId(),
            request.partition(),
            request.leaderEpoch(),
            request.correlationId(),
            request.fetchOffset(),
            FetchError.UNKNOWN_TOPIC,
            null,
            0,
            0,
            List.of());
    asker.connection().reply(asker.correlation(), new ReplicaMessage.FetchReply(unknown));
  }

  private static void report(Staff on, ReplicaMessage.Report report) {
    HostedReplica replica =
        on.replicas().find(report.report().topicId(), report.report().partition());
    if (replica != null) {
      replica.report(report.report());
    }
  }

  /** A topic that is not known yet may have been created a moment ago: ask before denying it. */
  private void metadata(Staff on, Asker asker, String name) {
    if (view.topic(name) != null) {
      answerMetadata(asker, name);
    } else {
      on.coordination()
          .whenInStep(
              () -> answerMetadata(asker, name),
              () -> refuse(asker, WireError.NOT_READY, "the node has no session with ZooKeeper"));
    }
  }

  private void answerMetadata(Asker asker, String name) {
    TopicAssignment topic = view.topic(name);
    if (topic == null) {
      refuse(asker, WireError.UNKNOWN_TOPIC, "no topic " + name);
    } else {
      asker
          .connection()
          .reply(
              asker.correlation(),
              new ClientMessage.MetadataReply(topic.topicId(), view.partitions(topic)));
    }
  }

  private static void states(Staff on, Asker asker, List<Metadata> states) {
    if (states.isEmpty()) {
      refuse(asker, WireError.INVALID_ARGUMENT, "a state request without a state");
      return;
    }
    AtomicInteger open = new AtomicInteger(states.size());
    for (Metadata state : states) {
      boolean taken =
          on.replicas()
              .metadata(
                  state,
                  () -> {
                    if (open.decrementAndGet() == 0) {
                      asker.connection().reply(asker.correlation(), DONE);
                    }
                  });
      if (!taken) {
        // None of the rest counts as noticed then; hearing it twice does no harm.
        refuse(asker, WireError.NOT_READY, "this node does not know yet that it is registered");
        return;
      }
    }
  }

  private void refuseUnhosted(Asker asker, UUID topicId, int partition) {
    TopicAssignment topic = view.topic(topicId);
    if (topic == null) {
      refuse(asker, WireError.UNKNOWN_TOPIC, "no topic of id " + topicId);
    } else if (partition < 0 || partition >= topic.replicas().size()) {
      refuse(
          asker,
          WireError.UNKNOWN_PARTITION,
          "topic "
              + topic.topic()
              + " has partitions 0 to "
              + (topic.replicas().size() - 1)
              + ", not "
              + partition);
    } else {
      TopicPartition name = new TopicPartition(topic.topic(), partition);
      asker
          .connection()
          .refuse(
              asker.correlation(),
              WireError.NOT_LEADER,
              view.leaderId(name),
              name + " has no replica here");
    }
  }

  private static void refuse(Asker asker, WireError error, String detail) {
    asker.connection().refuse(asker.correlation(), error, 0, detail);
  }
}
