package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one node that is dialled when it is needed and dialled again after it broke.
 * {@code DOWN -> DIALLING -> UP -> DOWN ...}. Used on its event loop alone.
 *
 * <p>After a failed dial the next one waits, from {@link #BACKOFF_NANOS_MIN} doubling to {@link
 * #BACKOFF_NANOS_MAX}; requests made meanwhile are lost at once, so that their owner can go
 * elsewhere.
 */
public final class Link {
  private static final long BACKOFF_NANOS_MIN = 10_000_000L;
  private static final long BACKOFF_NANOS_MAX = 500_000_000L;

  /** Requests that wait for a dial under way; more are lost at once. */
  private static final int WAITING_MAX = 1_024;

  private final Transport transport;
  private final LinkTarget target;
  private final EventLoop loop;
  private final RequestHandler requests;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  private @Nullable Connection connection;
  private boolean dialling;
  private boolean closed;
  private long dialAgainNanos;
  private long backoffNanos = BACKOFF_NANOS_MIN;
  private String lastFailure = "not connected yet";
  private @Nullable ScheduledFuture<?> greetingTimeout;

  Link(Transport transport, LinkTarget target, EventLoop loop, RequestHandler requests) {
    this.transport = transport;
    this.target = target;
    this.loop = loop;
    this.requests = requests;
    this.dialAgainNanos = System.nanoTime();
  }

  private record Waiting(
      Message message, @Nullable ByteBuf payload, long timeoutNanos, ReplyHandler handler) {}

  /** The node at the other end. */
  public int node() {
    return target.node();
  }

  /** The connection, or null while there is none. */
  public @Nullable Connection connection() {
    Connection current = connection;
    return current != null && current.isOpen() ? current : null;
  }

  /**
   * Sends a request, dialling first if need be.
   *
   * @param message what to ask
   * @param payload record batches beside it, or null; taken over
   * @param timeoutNanos how long to wait for the reply once it is sent, above 0
   * @param handler learns the end; called at once when there is no connection and none is dialled
   */
  public void request(
      Message message, @Nullable ByteBuf payload, long timeoutNanos, ReplyHandler handler) {
    Connection current = connection();
    if (current != null) {
      current.request(message, payload, timeoutNanos, handler);
      return;
    }
    dial();
    if (dialling && waiting.size() < WAITING_MAX) {
      waiting.add(new Waiting(message, payload, timeoutNanos, handler));
      return;
    }
    if (payload != null) {
      payload.release();
    }
    handler.notSent(lastFailure);
  }

  /** Dials if there is no connection, none is being dialled, and the last failure is old enough. */
  public void dial() {
    if (closed || dialling || connection() != null || System.nanoTime() - dialAgainNanos < 0) {
      return;
    }
    dialling = true;
    DialGreeting greeting = new DialGreeting();
    greetingTimeout =
        loop.schedule(
            () -> greeting.ended("no answer within the connect timeout"),
            target.connectNanosMax(),
            TimeUnit.NANOSECONDS);
    transport.dial(target, loop, requests, greeting);
  }

  /**
   * Drops the connection, if there is one: its pending requests are lost. The next request dials.
   *
   * @param reason one line
   */
  public void drop(String reason) {
    if (connection != null) {
      connection.close(reason);
      connection = null;
    }
  }

  /**
   * Closes the link for good.
   *
   * @param reason one line
   */
  public void close(String reason) {
    closed = true;
    drop(reason);
    failWaiting(reason);
  }

  private void failWaiting(String reason) {
    lastFailure = reason;
    while (!waiting.isEmpty()) {
      Waiting request = waiting.removeFirst();
      if (request.payload() != null) {
        request.payload().release();
      }
      request.handler().notSent(reason);
    }
  }

  /** The greeting of the side that dials; one for each dial. */
  private final class DialGreeting implements ConnectionHandler.Greeting {
    private boolean over;
    private @Nullable Connection mine;

    @Override
    public Message first() {
      return new SessionMessage.Hello(target.cluster(), target.self(), target.selfName());
    }

    @Override
    public ConnectionHandler.Peer judge(Frame frame, ConnectionHandler.Reply reply)
        throws WireFormatException {
      if (frame.message() instanceof SessionMessage.Failure failure) {
        throw new WireFormatException("a refusal: " + failure.detail());
      }
      if (!(frame.message() instanceof SessionMessage.Welcome welcome)) {
        throw new WireFormatException("a " + frame.type() + " before its Welcome");
      }
      if (welcome.node() != target.node()) {
        throw new WireFormatException(
            "the Welcome of node "
                + welcome.node()
                + ", where node "
                + target.node()
                + " was expected; check the addresses");
      }
      return new ConnectionHandler.Peer(welcome.node(), "node " + welcome.node());
    }

    @Override
    public void opened(Connection opened) {
      mine = opened;
      if (over || closed) {
        opened.close("dialled too late");
        return;
      }
      finishDial();
      backoffNanos = BACKOFF_NANOS_MIN;
      connection = opened;
      opened.watchLife(target.silenceNanosMax());
      while (!waiting.isEmpty() && opened.isOpen()) {
        Waiting request = waiting.removeFirst();
        opened.request(
            request.message(), request.payload(), request.timeoutNanos(), request.handler());
      }
    }

    @Override
    public void ended(String reason) {
      if (over && mine == null) {
        return;
      }
      if (mine != null) {
        lastFailure = reason;
        connection = connection == mine ? null : connection;
        return;
      }
      finishDial();
      dialAgainNanos = System.nanoTime() + backoffNanos;
      backoffNanos = Math.min(BACKOFF_NANOS_MAX, backoffNanos * 2);
      failWaiting("node " + target.node() + " at " + target.endpoint() + ": " + reason);
    }

    private void finishDial() {
      over = true;
      dialling = false;
      if (greetingTimeout != null) {
        greetingTimeout.cancel(false);
      }
    }
  }
}
