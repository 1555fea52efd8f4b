package io.rvi.bench.lab.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a link: the dialer's channel, and the link's own to the target once it is
 * made.
 */
// A write that fails closes its channel, a close cannot fail, and timers are never cancelled.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection {
  private final Link link;
  private final Channel near;
  private @Nullable Channel far;
  private @Nullable Flow forward;
  private @Nullable Flow backward;

  Connection(Link link, Channel near) {
    this.link = link;
    this.near = near;
  }

  /** Whether the target was dialed. */
  boolean dialed() {
    return far != null;
  }

  /** The link dialed the target. */
  void dialed(Channel target, Map<Direction, Lane> lanes) {
    far = target;
    forward = new Flow(lane(lanes, Direction.FORWARD), near, target);
    backward = new Flow(lane(lanes, Direction.BACKWARD), target, near);
    near.pipeline().addLast(new End(forward, backward));
    target.pipeline().addLast(new BackwardEnd(backward, forward));
    if (!near.isActive() || !target.isActive()) {
      // One side went before the two were joined; nothing was read from either yet.
      reset();
      link.forget(this);
      return;
    }
    pump();
  }

  private static Lane lane(Map<Direction, Lane> lanes, Direction direction) {
    Lane lane = lanes.get(direction);
    if (lane == null) {
      throw new IllegalStateException("no lane " + direction);
    }
    return lane;
  }

  /** Sees to both directions after a change of their lanes. */
  void pump() {
    if (forward != null && backward != null) {
      forward.pump();
      backward.pump();
    }
  }

  /** Ends both sides with a reset. */
  void reset() {
    if (forward != null && backward != null) {
      forward.discard();
      backward.discard();
    }
    Flow.reset(near);
    if (far != null) {
      Flow.reset(far);
    }
  }

  private void closedOneSide() {
    if (!near.isOpen() && (far == null || !far.isOpen())) {
      if (forward != null && backward != null) {
        forward.discard();
        backward.discard();
      }
      link.forget(this);
    }
  }

  /** One end: what it reads goes out by one flow, and it drains the other. */
  private class End extends ChannelInboundHandlerAdapter {
    private final Flow out;
    private final Flow in;
    private boolean failed;

    End(Flow out, Flow in) {
      this.out = out;
      this.in = in;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      out.accept((ByteBuf) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      out.acceptedAll();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      in.updateReading();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      out.end(failed);
      closedOneSide();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // A broken connection is what links carry too: the other end sees a reset.
      failed = true;
      context.close();
    }
  }

  /** The target's end, whose bursts are replies and can be counted down to a cut. */
  private final class BackwardEnd extends End {
    BackwardEnd(Flow out, Flow in) {
      super(out, in);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (link.cutsThisReply()) {
        ((ByteBuf) message).release();
      } else {
        super.channelRead(context, message);
      }
    }
  }
}
