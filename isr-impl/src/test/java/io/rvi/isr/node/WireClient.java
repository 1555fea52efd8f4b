package io.rvi.isr.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.rvi.api.Consistency;
import io.rvi.api.LogRecord;
import io.rvi.api.NodeId;
import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchReader;
import io.rvi.isr.batch.BatchWriter;
import io.rvi.isr.protocol.RecordBatch;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.isr.wire.Connection;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.LinkTarget;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.RequestHandler;
import io.rvi.isr.wire.SessionMessage;
import io.rvi.isr.wire.Transport;
import io.rvi.spi.Endpoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Speaks to nodes message by message and retries nothing that was not asked for. */
final class WireClient implements AutoCloseable {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final Transport transport = Transport.start("test-client", 1, 64 << 20);
  private final EventLoop loop = transport.eventLoop();
  private final Map<NodeId, Link> links = new TreeMap<>();

  /** An answer; null when the request was lost. */
  record Answer(@Nullable Message message, ByteBuffer payload) {}

  WireClient(String cluster, Map<NodeId, Endpoint> nodes) {
    RequestHandler none =
        (Connection connection, int correlation, Message request, ByteBuf payload) -> {};
    nodes.forEach(
        (node, endpoint) ->
            links.put(
                node,
                transport.link(
                    new LinkTarget(cluster, node.value(), endpoint, 0, "test", TIMEOUT_NANOS),
                    loop,
                    none)));
  }

  CompletableFuture<Answer> ask(NodeId node, Message request, @Nullable ByteBuf payload) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Link link = links.get(node);
    if (link == null) {
      throw new IllegalArgumentException("no node " + node);
    }
    loop.execute(
        () ->
            link.request(
                request,
                payload,
                TIMEOUT_NANOS,
                new ReplyHandler() {
                  @Override
                  public void replied(Message reply, ByteBuf bytes) {
                    byte[] copy = new byte[bytes.readableBytes()];
                    bytes.readBytes(copy);
                    answer.complete(new Answer(reply, ByteBuffer.wrap(copy)));
                  }

                  @Override
                  public void lost(String reason) {
                    answer.complete(new Answer(null, ByteBuffer.allocate(0)));
                  }
                }));
    return answer;
  }

  /** Creates a topic, asking every node until one is the controller; returns its id. */
  UUID createTopic(String topic, int partitions, int replicas) {
    Message request = new ClientMessage.CreateTopicRequest(topic, partitions, replicas);
    Eventually.until(
        () -> "a controller that creates " + topic,
        () ->
            links.keySet().stream()
                .anyMatch(
                    node ->
                        ask(node, request, null).join().message() instanceof SessionMessage.Done));
    List<UUID> id = new ArrayList<>();
    Eventually.until(
        () -> "metadata of " + topic,
        () -> {
          for (NodeId node : links.keySet()) {
            Answer answer = ask(node, new ClientMessage.MetadataRequest(topic), null).join();
            if (answer.message() instanceof ClientMessage.MetadataReply reply) {
              id.add(reply.topicId());
              return true;
            }
          }
          return false;
        });
    return id.get(0);
  }

  List<ReplicaReport> describe(NodeId node, UUID topicId) {
    Answer answer = ask(node, new ClientMessage.DescribeRequest(topicId), null).join();
    return answer.message() instanceof ClientMessage.DescribeReply reply
        ? reply.replicas()
        : List.of();
  }

  /** Appends one record, without asking for retries to be recognised. */
  CompletableFuture<Answer> append(NodeId node, UUID topicId, int partition, String payload) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    ByteBuffer batch =
        ByteBuffer.allocate(
            BatchBytes.HEADER_BYTES + BatchBytes.RECORD_OVERHEAD_BYTES + bytes.length);
    BatchWriter writer = new BatchWriter(batch);
    writer.add(bytes);
    writer.finish(RecordBatch.NO_PRODUCER, 0, 0);
    batch.flip();
    return ask(
        node, new ClientMessage.ProduceRequest(topicId, partition), Unpooled.wrappedBuffer(batch));
  }

  /** Reads all committed records that a leader has, up to 1 MiB. */
  List<String> readAll(NodeId leader, UUID topicId, int partition) {
    Answer answer =
        ask(
                leader,
                new ClientMessage.ReadRequest(
                    topicId, partition, 0, 1 << 20, Consistency.COMMITTED, 0),
                null)
            .join();
    if (!(answer.message() instanceof ClientMessage.ReadReply)) {
      throw new AssertionError("read from " + leader + ": " + answer.message());
    }
    List<LogRecord> records = new ArrayList<>();
    try {
      BatchReader.records(answer.payload(), 0, Long.MAX_VALUE, records);
    } catch (BatchException e) {
      throw new AssertionError(e);
    }
    return records.stream()
        .map(record -> new String(record.payload(), StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public void close() {
    transport.close();
  }
}
