package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Netty's side of a connection: bytes to frames, greetings, requests to the node, replies to their
 * requests, and the end of the connection. {@code AWAITING_GREETING -> OPEN -> CLOSED}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write or close ends in channelInactive.
final class ConnectionHandler extends ChannelInboundHandlerAdapter implements FrameReader.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

  private final Greeting greeting;
  private final int frameBytesMax;
  private final RequestHandler requests;
  private @Nullable FrameReader reader;
  private @Nullable ChannelHandlerContext context;
  private @Nullable ScheduledFuture<?> stallCheck;

  /** Set by the greeting, then never again. */
  private @Nullable Connection connection;

  private boolean ended;

  /** Frames read in a row by the last stall check that saw an incomplete one, to see progress. */
  private long framesRead;

  private long framesReadBefore = -1;

  ConnectionHandler(Greeting greeting, int frameBytesMax, RequestHandler requests) {
    this.greeting = greeting;
    this.frameBytesMax = frameBytesMax;
    this.requests = requests;
  }

  /** How a connection begins; one form for the side that dials, one for the side that listens. */
  interface Greeting {
    /** What to say first, or null to wait for the other side. */
    @Nullable Message first();

    /**
     * Judges the other side's greeting.
     *
     * @param frame its first frame
     * @param reply sends an answer to it
     * @return who it is
     * @throws WireFormatException when it is not welcome, saying why
     */
    Peer judge(Frame frame, Reply reply) throws WireFormatException;

    /** The connection is open. */
    default void opened(Connection connection) {}

    /** The connection ended, or never came about. */
    default void ended(String reason) {}
  }

  /** Sends the answer to a greeting. */
  interface Reply {
    void send(Message message);
  }

  /** Who the other side is. */
  record Peer(int node, String name) {}

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    reader = new FrameReader(ctx.alloc(), this);
    Message first = greeting.first();
    if (first != null) {
      send(0, first);
    }
    stallCheck =
        ctx.executor()
            .scheduleWithFixedDelay(
                this::endStalled,
                ConnectionLimits.STALL_NANOS_MAX,
                ConnectionLimits.STALL_NANOS_MAX,
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (reader != null && !ended) {
        reader.read(in);
      }
    } catch (WireFormatException e) {
      end("it sent " + e.getMessage(), true);
    } finally {
      in.release();
    }
  }

  @Override
  public boolean open() {
    return !ended && (connection == null || connection.isOpen());
  }

  @Override
  public void accept(Frame frame) throws WireFormatException {
    framesRead++;
    if (connection == null) {
      greet(frame);
    } else if (frame.type() == MessageType.PING) {
      send(frame.correlation(), new SessionMessage.Done());
    } else if (frame.type().isReply()) {
      connection.replied(frame);
    } else if (frame.type() == MessageType.HELLO) {
      throw new WireFormatException("a second Hello");
    } else {
      if (frame.type().isRequest()) {
        connection.owes();
      }
      requests.requested(connection, frame.correlation(), frame.message(), frame.payload());
    }
  }

  private void greet(Frame frame) throws WireFormatException {
    ChannelHandlerContext ctx = opened(context);
    Peer peer = greeting.judge(frame, message -> send(frame.correlation(), message));
    String name = peer.name() + " at " + ctx.channel().remoteAddress();
    connection = new Connection(ctx.channel(), peer.node(), name);
    opened(reader).limit(frameBytesMax);
    greeting.opened(connection);
  }

  private void send(int correlation, Message message) {
    ChannelHandlerContext ctx = opened(context);
    ctx.writeAndFlush(Frame.encode(ctx.alloc(), correlation, message, null), ctx.voidPromise());
  }

  private static <T> T opened(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("used before the channel was active");
    }
    return value;
  }

  /** Ends a connection that has not greeted, or that began a frame and stopped. */
  private void endStalled() {
    boolean incomplete = connection == null || (reader != null && reader.midFrame());
    if (incomplete && framesRead == framesReadBefore) {
      end("it began a greeting or a frame and did not go on", true);
    }
    framesReadBefore = incomplete ? framesRead : -1;
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end("the connection was closed", false);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      end("the connection broke: " + cause.getMessage(), false);
    } else {
      LOG.error("closing the connection with {} after a fault of this node", peerName(), cause);
      end("a fault of this node", false);
    }
  }

  private String peerName() {
    return connection != null
        ? connection.peerName()
        : context == null ? "nobody" : String.valueOf(context.channel().remoteAddress());
  }

  private void end(String reason, boolean warn) {
    if (ended) {
      return;
    }
    ended = true;
    if (warn) {
      LOG.warn("closing the connection with {}: {}", peerName(), reason);
    }
    if (stallCheck != null) {
      stallCheck.cancel(false);
    }
    if (reader != null) {
      reader.close();
    }
    if (context != null) {
      context.close();
    }
    if (connection != null) {
      connection.closed(reason + " (" + connection.peerName() + ")");
      requests.closed(connection);
    }
    greeting.ended(reason);
  }
}
