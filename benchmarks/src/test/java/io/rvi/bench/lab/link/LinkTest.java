package io.rvi.bench.lab.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.bench.lab.Waits;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Long enough for bytes that should not pass to show, if they do. */
  private static final int SILENCE_MS = 200;

  private EchoServer echo;
  private Network network;
  private Link link;

  @BeforeEach
  void open() throws Exception {
    echo = new EchoServer();
    network = new Network(7);
    link = network.link("a -> b", EchoServer.freeEndpoint(), echo.endpoint());
  }

  @AfterEach
  void close() throws Exception {
    network.close();
    echo.close();
  }

  @Test
  void shouldPassAllBytesInOrderBothWays() throws Exception {
    assertThatEchoIsWhole(4 << 20);
    assertThat(passed(Direction.FORWARD)).isEqualTo(4 << 20);
    assertThat(passed(Direction.BACKWARD)).isEqualTo(4 << 20);
  }

  @Test
  void shouldKeepOrderUnderARandomDelay() throws Exception {
    for (Direction direction : Direction.values()) {
      link.shape(
          direction, LinkShape.delayed(new Delay.Uniform(0, Duration.ofMillis(3).toNanos())));
    }
    assertThatEchoIsWhole(1 << 20);
    assertThat(link.state().direction(Direction.FORWARD).delayedBytes()).isPositive();
  }

  @Test
  void shouldHoldBytesBackWhileSilentAndDeliverThemAfterTheHeal() throws Exception {
    try (Socket socket = dial()) {
      roundTrip(socket, 1);

      // when one direction is silent
      link.silence(Direction.FORWARD);
      socket.getOutputStream().write(new byte[] {2, 3});

      // then nothing passes it
      assertThatNothingComes(socket);
      assertThat(echo.receivedBytes()).isEqualTo(1);
      assertThat(passed(Direction.FORWARD)).isEqualTo(1);

      // and all does after the heal
      link.heal();
      assertThat(socket.getInputStream().readNBytes(2)).containsExactly(2, 3);
    }
  }

  @Test
  void shouldLetRequestsThroughWhenOnlyRepliesAreCut() throws Exception {
    try (Socket socket = dial()) {
      roundTrip(socket, 1);

      link.silence(Direction.BACKWARD);
      socket.getOutputStream().write(2);

      await(() -> echo.receivedBytes() == 2);
      assertThatNothingComes(socket);
      link.heal();
      assertThat(socket.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void shouldLetAConnectionMadeInSilenceHearNothingUntilTheHeal() throws Exception {
    link.silence(Direction.BACKWARD);
    try (Socket socket = dial()) {
      socket.getOutputStream().write(5);
      assertThatNothingComes(socket);
      assertThat(echo.receivedBytes()).isZero();

      link.heal();
      assertThat(socket.getInputStream().read()).isEqualTo(5);
    }
  }

  @Test
  void shouldNotTellOfAnEndWhileSilent() throws Exception {
    Socket socket = dial();
    roundTrip(socket, 1);
    link.silence(Direction.FORWARD);

    socket.close();

    assertThat(link.state().connections()).isEqualTo(1);
    link.heal();
    await(() -> link.state().connections() == 0);
  }

  @Test
  void shouldResetConnectionsAndRefuseNewOnesUntilTheHeal() throws Exception {
    try (Socket socket = dial()) {
      roundTrip(socket, 1);

      link.refuse();

      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
      assertThatThrownBy(this::dial).isInstanceOf(ConnectException.class);
      assertThat(link.state().accepting()).isFalse();
    }
    link.heal();
    try (Socket socket = dial()) {
      roundTrip(socket, 2);
    }
  }

  @Test
  void shouldRefuseWhileTheTargetIsDownAlsoAcrossAHeal() throws Exception {
    link.targetDown(true);
    link.heal();
    assertThatThrownBy(this::dial).isInstanceOf(ConnectException.class);

    link.targetDown(false);
    try (Socket socket = dial()) {
      roundTrip(socket, 1);
    }
  }

  @Test
  void shouldResetADialerWhoseTargetDoesNotListen() throws Exception {
    echo.close();

    // The reset may come while the dialer still sets its socket up.
    assertThatThrownBy(
            () -> {
              try (Socket socket = dial()) {
                if (socket.getInputStream().read() < 0) {
                  throw new IOException("closed");
                }
              }
            })
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void shouldCutOnTheNthReplyAfterTheTargetActed() throws Exception {
    try (Socket socket = dial()) {
      link.cutOnReply(3, CutStyle.RESET);
      roundTrip(socket, 1);
      roundTrip(socket, 2);

      socket.getOutputStream().write(3);

      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
      assertThat(echo.receivedBytes()).isEqualTo(3);
      assertThat(passed(Direction.BACKWARD)).isEqualTo(2);
    }
  }

  @Test
  void shouldHoldTheNthReplyBackWhenCutBySilence() throws Exception {
    try (Socket socket = dial()) {
      link.cutOnReply(1, CutStyle.SILENCE);
      socket.getOutputStream().write(1);
      assertThatNothingComes(socket);

      link.heal();
      assertThat(socket.getInputStream().read()).isEqualTo(1);
    }
  }

  @Test
  void shouldNotCarryFasterThanItsBandwidth() throws Exception {
    link.shape(Direction.FORWARD, new LinkShape(Delay.NONE, 200_000));
    long startNs = System.nanoTime();

    assertThatEchoIsWhole(100_000);

    // A lower bound only: half a second on the wire, however loaded the host.
    assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(Duration.ofMillis(490));
  }

  @Test
  void shouldDelayAtLeastAsLongAsAsked() throws Exception {
    link.shape(Direction.BACKWARD, LinkShape.delayed(new Delay.Constant(20_000_000)));
    try (Socket socket = dial()) {
      long startNs = System.nanoTime();
      roundTrip(socket, 1);
      assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20_000_000);
    }
  }

  @Test
  void shouldFreeItsPortWhenClosed() throws Exception {
    Endpoint listen = link.listen();
    assertThatThrownBy(() -> network.link("again", listen, echo.endpoint()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(listen.toString());

    link.close();

    network.link("again", listen, echo.endpoint());
    try (Socket socket = EchoServer.dial(listen)) {
      roundTrip(socket, 1);
    }
  }

  private void assertThatEchoIsWhole(int bytes) throws Exception {
    byte[] sent = new byte[bytes];
    new Random(11).nextBytes(sent);
    try (Socket socket = dial()) {
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                try {
                  socket.getOutputStream().write(sent);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      byte[] received = socket.getInputStream().readNBytes(bytes);
      writer.join();
      assertThat(received).isEqualTo(sent);
    }
  }

  private Socket dial() throws IOException {
    Socket socket = EchoServer.dial(link.listen());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static void roundTrip(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    assertThat(socket.getInputStream().read()).isEqualTo(value);
  }

  private static void assertThatNothingComes(Socket socket) throws IOException {
    socket.setSoTimeout(SILENCE_MS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout((int) PATIENCE.toMillis());
  }

  private long passed(Direction direction) {
    return link.state().direction(direction).passedBytes();
  }

  private static void await(BooleanSupplier condition) throws Exception {
    Waits.until("the link's state", condition::getAsBoolean);
  }
}
