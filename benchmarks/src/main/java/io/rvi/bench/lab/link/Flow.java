package io.rvi.bench.lab.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of one direction of one connection, from a source channel to a sink channel.
 *
 * <p>Order is kept because a burst is never due before the one ahead of it. Memory is bounded: past
 * {@link #QUEUED_BYTES_MAX}, and while the sink cannot take more, the source is not read, so that
 * TCP pushes back on the sender.
 */
// A write that fails closes its channel, a close cannot fail, and timers are never cancelled.
@SuppressWarnings("FutureReturnValueIgnored")
final class Flow {
  /** More than any sensible delay times any loopback bandwidth of these experiments. */
  private static final long QUEUED_BYTES_MAX = 16 << 20;

  private final Lane lane;
  private final Channel source;
  private final Channel sink;
  private final ArrayDeque<Burst> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long lastDueNs;
  private boolean timerSet;
  private boolean unflushed;

  Flow(Lane lane, Channel source, Channel sink) {
    this.lane = lane;
    this.source = source;
    this.sink = sink;
    this.lastDueNs = System.nanoTime();
  }

  /** Takes bytes from the source. */
  void accept(ByteBuf bytes) {
    if (queue.isEmpty() && !lane.silent() && lane.shape().isPlain()) {
      pass(bytes, false);
      return;
    }
    long nowNs = System.nanoTime();
    enqueue(bytes, lane.dueNs(bytes.readableBytes(), nowNs), Burst.BYTES);
  }

  /** The source has no more bytes for now. */
  void acceptedAll() {
    flush();
    pump();
  }

  /**
   * The source has ended; so does the sink, once it has all bytes.
   *
   * @param reset whether it ended with a reset
   */
  void end(boolean reset) {
    long nowNs = System.nanoTime();
    enqueue(Unpooled.EMPTY_BUFFER, lane.dueNs(0, nowNs), reset ? Burst.RESET : Burst.END);
    pump();
  }

  private void enqueue(ByteBuf bytes, long dueNs, int kind) {
    lastDueNs = dueNs - lastDueNs > 0 ? dueNs : lastDueNs;
    queuedBytes += bytes.readableBytes();
    lane.held(bytes.readableBytes());
    queue.add(new Burst(bytes, lastDueNs, kind));
  }

  /** Passes on what is due, and sees to what is not yet. */
  void pump() {
    long nowNs = System.nanoTime();
    while (!lane.silent() && !queue.isEmpty() && queue.peek().dueNs() - nowNs <= 0) {
      release(queue.remove());
    }
    flush();
    if (!timerSet && !lane.silent() && !queue.isEmpty()) {
      timerSet = true;
      long waitNs = queue.peek().dueNs() - nowNs;
      source.eventLoop().schedule(this::onTimer, waitNs, TimeUnit.NANOSECONDS);
    }
    updateReading();
  }

  private void onTimer() {
    timerSet = false;
    pump();
  }

  private void release(Burst burst) {
    int bytes = burst.bytes().readableBytes();
    queuedBytes -= bytes;
    lane.held(-bytes);
    if (burst.kind() == Burst.BYTES) {
      pass(burst.bytes(), true);
    } else {
      burst.bytes().release();
      if (burst.kind() == Burst.RESET) {
        reset(sink);
      } else {
        sink.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
  }

  private void pass(ByteBuf bytes, boolean delayed) {
    lane.passed(bytes.readableBytes(), delayed);
    // A failed write closes the sink, whose end then goes the other way.
    sink.write(bytes, sink.voidPromise());
    unflushed = true;
  }

  private void flush() {
    if (unflushed) {
      unflushed = false;
      sink.flush();
    }
  }

  /** Reads the source, or leaves it, as the present state wants it. */
  void updateReading() {
    boolean reading = !lane.silent() && queuedBytes < QUEUED_BYTES_MAX && sink.isWritable();
    if (source.isOpen() && source.config().isAutoRead() != reading) {
      source.config().setAutoRead(reading);
    }
  }

  /** Frees what is queued; the connection is gone. */
  void discard() {
    for (Burst burst : queue) {
      lane.held(-burst.bytes().readableBytes());
      burst.bytes().release();
    }
    queue.clear();
    queuedBytes = 0;
  }

  /** Closes a channel so that the other side sees a reset. */
  static void reset(Channel channel) {
    if (channel.isOpen()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.close();
    }
  }

  /** Bytes, or the end after them, and when they may pass. */
  private record Burst(ByteBuf bytes, long dueNs, int kind) {
    static final int BYTES = 0;
    static final int END = 1;
    static final int RESET = 2;
  }
}
