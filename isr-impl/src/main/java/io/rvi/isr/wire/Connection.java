package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One end of a TCP connection after {@code Hello} and {@code Welcome}. Used on its event loop
 * alone.
 *
 * <p>What is written in one turn of the event loop leaves the process in one system call at the end
 * of that turn: nothing waits longer than the turn, and nothing is flushed twice.
 *
 * <p>Promises: each request ends with exactly one call of its handler; requests leave in the order
 * of the calls. Does not promise that a request arrives, nor that replies come in order.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write or close ends in channelInactive.
public final class Connection {
  private final Channel channel;
  private final int peer;
  private final String peerName;
  private final Runnable flush = this::flushNow;

  private final IntObjectHashMap<Pending> pending = new IntObjectHashMap<>();

  /**
   * The requests in the order they were sent; those answered are dropped when they reach the head.
   */
  private final ArrayDeque<Pending> overdueOrder = new ArrayDeque<>();

  /** When the peer was last heard, or first given a reason to speak; valid while requests wait. */
  private long heardNanos;

  private boolean pinging;
  private @Nullable ScheduledFuture<?> lifeCheck;
  private int correlationNext = 1;
  private boolean flushPlanned;
  private @Nullable ScheduledFuture<?> overdueCheck;
  private long overdueCheckNanos;
  private @Nullable String closedBecause;

  /** Requests of the peer that have no reply yet, 0 or more; volatile state of this connection. */
  private int owed;

  Connection(Channel channel, int peer, String peerName) {
    this.channel = channel;
    this.peer = peer;
    this.peerName = peerName;
  }

  private record Pending(int correlation, long deadlineNanos, ReplyHandler handler) {}

  /** The peer's node id, 0 for a client. */
  public int peer() {
    return peer;
  }

  /** The peer's name and address, for log lines. */
  public String peerName() {
    return peerName;
  }

  /** The event loop that everything here happens on. */
  public EventLoop eventLoop() {
    return channel.eventLoop();
  }

  /** Whether messages can be sent. */
  public boolean isOpen() {
    return closedBecause == null;
  }

  /**
   * Sends a request.
   *
   * @param message what to ask
   * @param payload record batches beside it, or null; taken over
   * @param timeoutNanos how long to wait for the reply, above 0
   * @param handler learns the end; called at once when the connection is closed
   */
  public void request(
      Message message, @Nullable ByteBuf payload, long timeoutNanos, ReplyHandler handler) {
    if (closedBecause != null) {
      releaseIfAny(payload);
      handler.notSent(closedBecause);
      return;
    }
    if (pending.isEmpty()) {
      heardNanos = System.nanoTime();
    }
    int correlation = correlationNext++;
    Pending request = new Pending(correlation, System.nanoTime() + timeoutNanos, handler);
    pending.put(correlation, request);
    overdueOrder.add(request);
    watch(request.deadlineNanos());
    write(correlation, message, payload);
  }

  /**
   * Sends a message that has no reply.
   *
   * @param message what to say
   */
  public void tell(Message message) {
    if (closedBecause == null) {
      write(0, message, null);
    }
  }

  /**
   * Answers a request. Does nothing when the connection is closed.
   *
   * @param correlation names the request
   * @param message the reply
   */
  public void reply(int correlation, Message message) {
    reply(correlation, message, null);
  }

  /**
   * Answers a request with record batches. Does nothing when the connection is closed.
   *
   * @param correlation names the request
   * @param message the reply
   * @param payload record batches beside it, or null; taken over
   */
  public void reply(int correlation, Message message, @Nullable ByteBuf payload) {
    if (closedBecause != null) {
      releaseIfAny(payload);
      return;
    }
    owed--;
    if (!channel.config().isAutoRead() && owed <= ConnectionLimits.OWED_MAX / 2) {
      channel.config().setAutoRead(true);
    }
    write(correlation, message, payload);
  }

  /**
   * Answers a request with a failure.
   *
   * @param correlation names the request
   * @param error why
   * @param hint the node to ask instead, or 0
   * @param detail one line, possibly empty
   */
  public void refuse(int correlation, WireError error, int hint, String detail) {
    reply(correlation, new SessionMessage.Failure(error, hint, detail));
  }

  /**
   * Closes the connection: each pending request is lost at once, with this reason.
   *
   * @param reason one line
   */
  public void close(String reason) {
    if (closedBecause == null) {
      channel.close();
      closed(reason);
    }
  }

  private void write(int correlation, Message message, @Nullable ByteBuf payload) {
    boolean apart = Frame.travelsApart(payload);
    ByteBuf head = Frame.encode(channel.alloc(), correlation, message, payload);
    channel.write(head, channel.voidPromise());
    if (apart && payload != null) {
      channel.write(payload, channel.voidPromise());
    }
    if (!flushPlanned) {
      flushPlanned = true;
      channel.eventLoop().execute(flush);
    }
  }

  private void flushNow() {
    flushPlanned = false;
    channel.flush();
    if (channel.unsafe().outboundBuffer() != null
        && channel.unsafe().outboundBuffer().totalPendingWriteBytes()
            > ConnectionLimits.OUTBOUND_BYTES_MAX) {
      close("it does not read what it asked for");
    }
  }

  private static void releaseIfAny(@Nullable ByteBuf payload) {
    if (payload != null) {
      payload.release();
    }
  }

  /** Counts a request of the peer, and stops reading from it while it has too many. */
  void owes() {
    owed++;
    if (owed >= ConnectionLimits.OWED_MAX) {
      channel.config().setAutoRead(false);
    }
  }

  /** Takes a reply of the peer. One that nobody waits for is late, or forged: it is dropped. */
  void replied(Frame frame) {
    heardNanos = System.nanoTime();
    Pending request = pending.remove(frame.correlation());
    while (!overdueOrder.isEmpty() && !pending.containsKey(overdueOrder.getFirst().correlation())) {
      overdueOrder.removeFirst();
    }
    if (request != null) {
      request.handler().replied(frame.message(), frame.payload());
    }
  }

  /** Ends all requests. */
  void closed(String reason) {
    if (closedBecause != null) {
      return;
    }
    closedBecause = reason;
    if (overdueCheck != null) {
      overdueCheck.cancel(false);
    }
    if (lifeCheck != null) {
      lifeCheck.cancel(false);
    }
    List<Pending> lost = new ArrayList<>(pending.size());
    for (Pending request : overdueOrder) {
      if (pending.remove(request.correlation()) != null) {
        lost.add(request);
      }
    }
    overdueOrder.clear();
    lost.forEach(request -> request.handler().lost(reason));
  }

  /**
   * Closes the connection when requests wait and the peer says nothing for a while, not even to a
   * ping sent halfway: it is dead, paused or out of reach.
   *
   * @param silenceNanosMax how long it may be silent; noticed at most a quarter later
   */
  void watchLife(long silenceNanosMax) {
    long every = silenceNanosMax / 4;
    lifeCheck =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(
                () -> checkLife(silenceNanosMax), every, every, TimeUnit.NANOSECONDS);
  }

  private void checkLife(long silenceNanosMax) {
    long silentNanos = System.nanoTime() - heardNanos;
    if (pending.isEmpty()) {
      return;
    }
    if (silentNanos > silenceNanosMax) {
      close(peerName + " was silent for " + TimeUnit.NANOSECONDS.toMillis(silentNanos) + " ms");
    } else if (silentNanos > silenceNanosMax / 2 && !pinging) {
      pinging = true;
      request(new SessionMessage.Ping(), null, silenceNanosMax, new PingEnd());
    }
  }

  /** The end of a ping; what matters of it is that something was heard. */
  private final class PingEnd implements ReplyHandler {
    @Override
    public void replied(Message reply, ByteBuf payload) {
      pinging = false;
    }

    @Override
    public void lost(String reason) {
      pinging = false;
    }
  }

  /**
   * Sees to it that a check runs at or before the deadline; one that is planned earlier will do.
   */
  private void watch(long deadlineNanos) {
    if (overdueCheck != null && overdueCheckNanos - deadlineNanos <= 0) {
      return;
    }
    if (overdueCheck != null) {
      overdueCheck.cancel(false);
    }
    overdueCheckNanos = deadlineNanos;
    long waitNanos = Math.max(1, deadlineNanos - System.nanoTime());
    overdueCheck = channel.eventLoop().schedule(this::loseOverdue, waitNanos, TimeUnit.NANOSECONDS);
  }

  private void loseOverdue() {
    overdueCheck = null;
    long nowNanos = System.nanoTime();
    List<Pending> overdue = new ArrayList<>();
    long nextNanos = Long.MAX_VALUE;
    overdueOrder.removeIf(request -> !pending.containsKey(request.correlation()));
    for (Pending request : overdueOrder) {
      long leftNanos = request.deadlineNanos() - nowNanos;
      if (leftNanos <= 0) {
        overdue.add(request);
        pending.remove(request.correlation());
      } else {
        nextNanos = Math.min(nextNanos, leftNanos);
      }
    }
    if (nextNanos != Long.MAX_VALUE) {
      watch(nowNanos + nextNanos);
    }
    overdue.forEach(request -> request.handler().lost("no reply from " + peerName + " in time"));
  }
}
