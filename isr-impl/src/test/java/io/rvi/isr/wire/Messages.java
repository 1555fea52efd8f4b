package io.rvi.isr.wire;

import io.rvi.api.Consistency;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.DurableReport;
import io.rvi.isr.protocol.FetchError;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.Placement;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.List;
import java.util.UUID;

/** One message of each type, with values that differ from each other and from zero. */
final class Messages {
  private static final UUID TOPIC = new UUID(0x1122334455667788L, 0x99aabbccddeeff00L);
  private static final Member ONE = new Member(new NodeId(1), new UUID(1, 2), 77);
  private static final Member TWO = new Member(new NodeId(2), new UUID(3, 4), 88);

  private Messages() {}

  static List<Message> all() {
    return List.of(
        new SessionMessage.Hello("cluster-a", 3, "node 3"),
        new SessionMessage.Welcome(4),
        new SessionMessage.Ping(),
        new SessionMessage.Done(),
        new SessionMessage.Failure(WireError.NOT_LEADER, 2, "ask node 2, été"),
        new ClientMessage.MetadataRequest("orders"),
        new ClientMessage.MetadataReply(
            TOPIC,
            List.of(
                new PartitionMetadata(0, 1, 5, List.of(1, 2, 3), List.of(1, 3)),
                new PartitionMetadata(1, 0, 6, List.of(2), List.of()))),
        new ClientMessage.CreateTopicRequest("orders", 6, 3),
        new ClientMessage.ReassignRequest("orders", 5, List.of(3, 1), true),
        new ClientMessage.TransferRequest("orders", 4, 2),
        new ClientMessage.DescribeRequest(TOPIC),
        new ClientMessage.DescribeReply(
            List.of(new ReplicaReport(2, true, 9, 100, 103, List.of(1, 2)))),
        new ClientMessage.ProduceRequest(TOPIC, 7),
        new ClientMessage.ProduceReply(1_000_000_000_000L, 12),
        new ClientMessage.ReadRequest(TOPIC, 7, 55, 1 << 20, Consistency.LINEARIZABLE, 500),
        new ClientMessage.ReadReply(3, 99),
        new ReplicaMessage.Fetch(
            new FetchRequest(TOPIC, 7, ONE, 12, 34, 100, 90, 11, 5, true, 1 << 20)),
        new ReplicaMessage.FetchReply(
            new FetchResponse(TOPIC, 7, 12, 34, 100, FetchError.NONE, null, 95, 6, List.of())),
        new ReplicaMessage.Report(new DurableReport(TOPIC, 7, TWO, 12, 34, 99)),
        new ReplicaMessage.StateRequest(
            List.of(
                new Metadata(
                    new TopicPartition("orders", 7),
                    3,
                    77,
                    List.of(new NodeId(1), new NodeId(2)),
                    List.of(ONE),
                    new VersionedState(
                        new PartitionState(
                            TOPIC,
                            new NodeId(1),
                            12,
                            List.of(ONE),
                            List.of(TWO),
                            3,
                            new Nonce("n1/77", 8),
                            new Placement(
                                List.of(new NodeId(1), new NodeId(3)), List.of(new NodeId(2)))),
                        41)))),
        new ReplicaMessage.ChangeNotice(TOPIC, 7),
        new ReplicaMessage.LeaveRequest(2, 88));
  }

  /** The shapes of a fetch reply that {@link #all} does not show. */
  static List<Message> more() {
    return List.of(
        new ReplicaMessage.FetchReply(
            new FetchResponse(
                TOPIC,
                7,
                12,
                34,
                100,
                FetchError.NONE,
                new OffsetAndEpoch(50, 4),
                0,
                0,
                List.of())),
        new ReplicaMessage.FetchReply(
            new FetchResponse(
                TOPIC, 7, 12, 34, 100, FetchError.FENCED_EPOCH, null, 0, 0, List.of())));
  }
}
