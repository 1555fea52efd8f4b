package io.rvi.isr.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.rvi.isr.testkit.Eventually;
import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransportTest {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int FRAME_BYTES_MAX = 4 << 20;

  private final List<Transport> transports = new ArrayList<>();
  private Endpoint address;
  private Transport server;

  @BeforeEach
  void serve() throws IOException {
    address = new Endpoint("127.0.0.1", freePort());
    server = transport("server");
    server.listen(address, "c", 1, new Echo());
  }

  @AfterEach
  void close() {
    transports.forEach(Transport::close);
  }

  private Transport transport(String name) {
    Transport transport = Transport.start(name, 1, FRAME_BYTES_MAX);
    transports.add(transport);
    return transport;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Answers metadata requests with their payload, and nothing else. */
  private static final class Echo implements RequestHandler {
    @Override
    public void requested(
        Connection connection, int correlation, Message request, ByteBuf payload) {
      if (request instanceof ClientMessage.MetadataRequest) {
        connection.reply(correlation, new ClientMessage.ReadReply(1, 2), payload.retain());
      }
    }
  }

  /** Gathers the end of one request. */
  private static final class End implements ReplyHandler {
    private final CompletableFuture<String> end = new CompletableFuture<>();

    @Override
    public void replied(Message reply, ByteBuf payload) {
      end.complete(reply.type() + " " + payload.readableBytes());
    }

    @Override
    public void lost(String reason) {
      end.completeExceptionally(new IOException(reason));
    }

    String await() throws Exception {
      return end.get(30, TimeUnit.SECONDS);
    }

    Throwable failure() throws Exception {
      try {
        await();
      } catch (ExecutionException e) {
        return Objects.requireNonNull(e.getCause());
      }
      throw new AssertionError("it succeeded");
    }
  }

  private Link link(Transport client, String cluster, int node, long silenceNanosMax) {
    LinkTarget target =
        new LinkTarget(cluster, node, address, 0, "test", TIMEOUT_NANOS, silenceNanosMax);
    return client.link(target, client.eventLoop(), new Echo());
  }

  private static End ask(Transport client, Link link, Message message, int payloadBytes) {
    End end = new End();
    client
        .eventLoop()
        .execute(
            () ->
                link.request(
                    message, Unpooled.wrappedBuffer(new byte[payloadBytes]), TIMEOUT_NANOS, end));
    return end;
  }

  private static final Message QUESTION = new ClientMessage.MetadataRequest("t");
  private static final Message UNANSWERED = new ClientMessage.DescribeRequest(new UUID(1, 1));

  @Test
  void shouldCarryPayloadsOfEverySizeBothWays() throws Exception {
    Transport client = transport("client");
    Link link = link(client, "c", 1, TIMEOUT_NANOS);
    for (int bytes : new int[] {0, 1, 8 << 10, (8 << 10) + 1, 100_000, 3 << 20}) {
      assertThat(ask(client, link, QUESTION, bytes).await()).isEqualTo("READ_REPLY " + bytes);
    }
  }

  @Test
  void shouldMatchPipelinedRepliesToTheirRequests() throws Exception {
    // given
    Transport client = transport("client");
    Link link = link(client, "c", 1, TIMEOUT_NANOS);

    // when
    List<End> ends = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      ends.add(ask(client, link, QUESTION, i));
    }

    // then
    for (int i = 0; i < 500; i++) {
      assertThat(ends.get(i).await()).isEqualTo("READ_REPLY " + i);
    }
  }

  @Test
  void shouldRefuseAClientOfAnotherCluster() throws Exception {
    Transport client = transport("client");
    End end = ask(client, link(client, "other", 1, TIMEOUT_NANOS), QUESTION, 0);
    assertThat(end.failure()).hasMessageContaining("cluster c").hasMessageContaining("other");
  }

  @Test
  void shouldRefuseANodeThatIsNotTheOneAtTheAddress() throws Exception {
    Transport client = transport("client");
    End end = ask(client, link(client, "c", 2, TIMEOUT_NANOS), QUESTION, 0);
    assertThat(end.failure()).hasMessageContaining("node 1").hasMessageContaining("node 2");
  }

  @Test
  void shouldNameTheAddressWhenThePortIsTaken() {
    Transport second = transport("second");
    assertThatThrownBy(() -> second.listen(address, "c", 2, new Echo()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(address.toString());
  }

  @Test
  void shouldLoseARequestAtOnceWhenNobodyListens() throws Exception {
    // given
    address = new Endpoint("127.0.0.1", freePort());
    Transport client = transport("client");

    // when
    End end = ask(client, link(client, "c", 1, TIMEOUT_NANOS), QUESTION, 0);

    // then
    assertThat(end.failure()).hasMessageContaining(address.toString());
  }

  @Test
  void shouldLosePendingRequestsWhenTheServerGoes() throws Exception {
    // given
    Transport client = transport("client");
    Link link = link(client, "c", 1, TIMEOUT_NANOS);
    ask(client, link, QUESTION, 0).await();
    End pending = ask(client, link, UNANSWERED, 0);

    // when
    server.close();

    // then
    assertThat(pending.failure()).hasMessageContaining("node 1");
  }

  @Test
  void shouldDialAgainAfterTheServerCameBack() throws Exception {
    // given
    Transport client = transport("client");
    Link link = link(client, "c", 1, TIMEOUT_NANOS);
    ask(client, link, QUESTION, 0).await();
    server.close();

    // when
    transport("again").listen(address, "c", 1, new Echo());

    // then
    long startNanos = System.nanoTime();
    while (true) {
      End end = ask(client, link, QUESTION, 0);
      end.end.exceptionally(failure -> "").get(30, TimeUnit.SECONDS);
      if (!end.end.isCompletedExceptionally()) {
        break;
      }
      assertThat(System.nanoTime() - startNanos).isLessThan(TIMEOUT_NANOS);
    }
  }

  @Test
  void shouldKeepWaitingForASlowReplyWhileThePeerAnswersPings() throws Exception {
    // given a bound on silence that a reply will exceed many times
    Transport client = transport("client");
    Link link = link(client, "c", 1, TimeUnit.MILLISECONDS.toNanos(40));
    ask(client, link, QUESTION, 0).await();

    // when
    End pending = ask(client, link, UNANSWERED, 0);

    // then
    assertThatThrownBy(() -> pending.end.get(400, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void shouldGiveAPeerUpThatFallsSilent() throws Exception {
    // given a peer that welcomes and never says another word
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = new Endpoint("127.0.0.1", silent.getLocalPort());
      Transport client = transport("client");
      Link link = link(client, "c", 1, TimeUnit.MILLISECONDS.toNanos(40));
      End end = ask(client, link, QUESTION, 0);
      try (Socket socket = silent.accept()) {
        ByteBuf welcome =
            Frame.encode(Unpooled.buffer().alloc(), 0, new SessionMessage.Welcome(1), null);
        byte[] bytes = new byte[welcome.readableBytes()];
        welcome.readBytes(bytes);
        socket.getOutputStream().write(bytes);

        // when, then
        assertThat(end.failure()).hasMessageContaining("silent");
      }
    }
  }

  @Test
  void shouldCloseAHostileConnectionAndServeTheOthers() throws Exception {
    // given
    Transport client = transport("client");
    Link link = link(client, "c", 1, TIMEOUT_NANOS);
    ask(client, link, QUESTION, 0).await();

    // when strangers send what they like
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      byte[] noise = new byte[1 + random.nextInt(5_000)];
      random.nextBytes(noise);
      if (seed % 2 == 0) {
        byte[] start = {0, 0, 0, 40, 'R', 'V', 1, 1};
        System.arraycopy(start, 0, noise, 0, Math.min(8, noise.length));
      }
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.port())) {
        socket.getOutputStream().write(noise);
        socket.getOutputStream().flush();
      } catch (IOException e) {
        assertThat(e).as("the server may close while it is sent").isNotNull();
      }
    }

    // then each is closed by the server, and the client is served
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(readToTheEnd(socket)).isZero();
    }
    assertThat(ask(client, link, QUESTION, 5).await()).isEqualTo("READ_REPLY 5");
  }

  private static int readToTheEnd(Socket socket) {
    int bytes = 0;
    try {
      while (socket.getInputStream().read() >= 0) {
        bytes++;
      }
    } catch (IOException e) {
      return bytes; // A reset: unread bytes were pending when the server closed.
    }
    return bytes;
  }

  @Test
  void shouldRefuseALongFrameBeforeTheGreeting() throws Exception {
    // given a valid frame that is longer than any greeting
    ByteBuf frame =
        Frame.encode(
            Unpooled.buffer().alloc(),
            0,
            new SessionMessage.Hello("c", 0, "x".repeat(1_000)),
            Unpooled.wrappedBuffer(new byte[7_000]));
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);

    // when, then
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(bytes);
      assertThat(readToTheEnd(socket)).isZero();
    }
  }

  @Test
  void shouldEndItsThreads() {
    // given
    Transport other = Transport.start("ending", 1, FRAME_BYTES_MAX);
    other.eventLoop().execute(() -> {});

    // when
    other.close();
    other.close();

    // then
    Eventually.until(
        () -> "the threads have ended",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("ending")));
  }
}
