package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.wire.ClientMessage.MetadataReply;
import io.rvi.isr.wire.ClientMessage.MetadataRequest;
import io.rvi.isr.wire.ClientMessage.ProduceReply;
import io.rvi.isr.wire.ClientMessage.ProduceRequest;
import io.rvi.isr.wire.ClientMessage.ReadReply;
import io.rvi.isr.wire.ClientMessage.ReadRequest;
import io.rvi.isr.wire.Connection;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.PartitionMetadata;
import io.rvi.isr.wire.RequestHandler;
import io.rvi.isr.wire.Transport;
import io.rvi.isr.wire.WireError;
import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node that is real on the wire and does what a test says behind it. */
final class ScriptedNode implements RequestHandler, AutoCloseable {
  static final UUID TOPIC_ID = new UUID(5, 6);
  private static final int FRAME_BYTES_MAX = 4 << 20;

  private final int id;
  private final Endpoint endpoint;
  private final Transport transport;
  private final LinkedBlockingQueue<Produce> produces = new LinkedBlockingQueue<>();
  private volatile int leader;
  private volatile long epoch = 1;
  private volatile boolean topicKnown = true;
  private volatile @Nullable WireError refusal;
  private volatile long highWatermark;

  ScriptedNode(int id, int leader) throws IOException {
    this.id = id;
    this.leader = leader;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.endpoint = new Endpoint("127.0.0.1", socket.getLocalPort());
    }
    this.transport = Transport.start("node-" + id, 1, FRAME_BYTES_MAX);
    transport.listen(endpoint, "c", id, this);
  }

  /** A produce request that arrived and has no reply yet. */
  final class Produce {
    private final Connection connection;
    private final int correlation;
    private final byte[] bytes;

    Produce(Connection connection, int correlation, byte[] bytes) {
      this.connection = connection;
      this.correlation = correlation;
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }

    BatchHeader header() {
      try {
        return BatchBytes.checked(ByteBuffer.wrap(bytes), 0);
      } catch (BatchException e) {
        throw new IllegalStateException(e);
      }
    }

    void commit(long baseOffset) {
      onLoop(() -> connection.reply(correlation, new ProduceReply(baseOffset, epoch)));
    }

    void refuse(WireError error) {
      onLoop(() -> connection.refuse(correlation, error, 0, "scripted"));
    }

    void dropConnection() {
      onLoop(() -> connection.close("scripted"));
    }

    private void onLoop(Runnable task) {
      connection.eventLoop().execute(task);
    }
  }

  int id() {
    return id;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** From now on names this leader in this epoch. */
  void lead(int newLeader, long newEpoch) {
    leader = newLeader;
    epoch = newEpoch;
  }

  void forgetTopic() {
    topicKnown = false;
  }

  /** From now on refuses every produce request at once. */
  void refuseAll(WireError error) {
    refusal = error;
  }

  void highWatermark(long value) {
    highWatermark = value;
  }

  /** The next produce request. */
  Produce next() throws InterruptedException {
    Produce next = produces.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no produce request at node " + id);
    }
    return next;
  }

  boolean hasNone() {
    return produces.isEmpty();
  }

  void awaitArrivals(int count) {
    Eventually.until(() -> count + " requests at node " + id, () -> produces.size() >= count);
  }

  @Override
  public void requested(Connection connection, int correlation, Message request, ByteBuf payload) {
    if (request instanceof MetadataRequest) {
      answerMetadata(connection, correlation);
    } else if (request instanceof ProduceRequest) {
      produced(connection, correlation, ByteBufUtil.getBytes(payload));
    } else if (request instanceof ReadRequest) {
      connection.reply(correlation, new ReadReply(0, highWatermark));
    } else {
      connection.refuse(correlation, WireError.UNSUPPORTED, 0, "scripted");
    }
  }

  private void answerMetadata(Connection connection, int correlation) {
    if (topicKnown) {
      PartitionMetadata partition =
          new PartitionMetadata(0, leader, epoch, List.of(1, 2), List.of(1, 2));
      connection.reply(correlation, new MetadataReply(TOPIC_ID, List.of(partition)));
    } else {
      connection.refuse(correlation, WireError.UNKNOWN_TOPIC, 0, "scripted");
    }
  }

  private void produced(Connection connection, int correlation, byte[] bytes) {
    WireError error = refusal;
    if (error != null) {
      connection.refuse(correlation, error, 0, "scripted");
    } else {
      produces.add(new Produce(connection, correlation, bytes));
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
