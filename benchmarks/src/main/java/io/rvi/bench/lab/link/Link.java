package io.rvi.bench.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Future;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between one dialer and one target. Safe for use by several threads; each call takes
 * effect before it returns.
 */
// A write that fails closes its channel, a close cannot fail, and timers are never cancelled.
@SuppressWarnings("FutureReturnValueIgnored")
public final class Link implements AutoCloseable {
  /** An event loop that is this late is stuck. */
  private static final long CALL_WAIT_SECONDS = 10;

  private static final int CONNECT_WAIT_MS = 5_000;

  private final String name;
  private final Endpoint listen;
  private final Endpoint target;
  private final Transport transport;

  // All below belongs to the event loop.
  private final Map<Direction, Lane> lanes = new EnumMap<>(Direction.class);
  private final Set<Connection> connections = new LinkedHashSet<>();
  private @Nullable Channel listener;
  private boolean refusing;
  private boolean targetDown;

  /** Replies still to pass before the cut that was asked for; 0 when none was. */
  private int repliesToCut;

  private CutStyle replyCut = CutStyle.SILENCE;

  Link(
      String name, Endpoint listen, Endpoint target, Transport transport, SplittableRandom random) {
    this.name = name;
    this.listen = listen;
    this.target = target;
    this.transport = transport;
    for (Direction direction : Direction.values()) {
      lanes.put(direction, new Lane(random.split()));
    }
  }

  /** Who dials whom, for messages. */
  public String name() {
    return name;
  }

  /** Where the dialer dials. */
  public Endpoint listen() {
    return listen;
  }

  void open() throws StartException {
    try {
      awaitBound(call(this::updateListener));
    } catch (IllegalStateException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "link " + name + " cannot listen at " + listen + ": " + e.getMessage(),
          e);
    }
  }

  /**
   * Changes how a direction carries bytes; those under way keep the times they have.
   *
   * @param direction which
   * @param shape how
   */
  public void shape(Direction direction, LinkShape shape) {
    call(
        () -> {
          lane(direction).shape(shape, System.nanoTime());
          return null;
        });
  }

  /**
   * Cuts one direction by silence: its bytes are held back, and sent after the heal. A connection
   * made meanwhile hears nothing in either direction.
   *
   * @param direction which
   */
  public void silence(Direction direction) {
    call(
        () -> {
          lane(direction).silent(true);
          connections.forEach(Connection::pump);
          return null;
        });
  }

  /** Cuts by reset: connections are reset and new ones refused. */
  public void refuse() {
    awaitBound(call(this::refuseNow));
  }

  /**
   * Cuts both directions when the target sends its n-th burst of bytes from now: the target has
   * acted on a request, and its dialer will not hear of it. A burst is what one read returns: a
   * reply, where each request waits for the last one's.
   *
   * @param n 1 or more
   * @param style how
   */
  public void cutOnReply(int n, CutStyle style) {
    if (n < 1) {
      throw new IllegalArgumentException("replies are counted from 1, not " + n);
    }
    call(
        () -> {
          repliesToCut = n;
          replyCut = style;
          return null;
        });
  }

  /** Ends every cut, also one that was asked for; shapes stay. */
  public void heal() {
    awaitBound(
        call(
            () -> {
              repliesToCut = 0;
              refusing = false;
              lanes.values().forEach(lane -> lane.silent(false));
              List.copyOf(connections).forEach(this::startOrPump);
              return updateListener();
            }));
  }

  /**
   * Tells that the target's process is down or up, so that dialers are refused meanwhile as they
   * would be without a link.
   *
   * @param down which
   */
  public void targetDown(boolean down) {
    awaitBound(
        call(
            () -> {
              targetDown = down;
              return updateListener();
            }));
  }

  /** How it is now. */
  public LinkState state() {
    return call(
        () -> {
          Map<Direction, LinkState.DirectionState> directions = new EnumMap<>(Direction.class);
          lanes.forEach((direction, lane) -> directions.put(direction, lane.state()));
          return new LinkState(listener != null, connections.size(), directions);
        });
  }

  /** Resets all connections and frees the port. A second close does nothing. */
  @Override
  public void close() {
    if (!transport.loop().isShuttingDown()) {
      refuse();
    }
  }

  /**
   * Counts a reply, and cuts when its turn has come.
   *
   * @return whether the connections were reset, so that the reply has nowhere to go
   */
  boolean cutsThisReply() {
    if (repliesToCut == 0) {
      return false;
    }
    repliesToCut--;
    if (repliesToCut > 0) {
      return false;
    }
    if (replyCut == CutStyle.RESET) {
      refuseNow();
      return true;
    }
    lanes.values().forEach(lane -> lane.silent(true));
    connections.forEach(Connection::pump);
    return false;
  }

  void forget(Connection connection) {
    connections.remove(connection);
  }

  private Future<Void> refuseNow() {
    refusing = true;
    List.copyOf(connections).forEach(Connection::reset);
    connections.clear();
    return updateListener();
  }

  /** Opens or closes the listener; what it returns completes when that took effect. */
  private Future<Void> updateListener() {
    boolean wanted = !refusing && !targetDown;
    if (wanted && listener == null) {
      ChannelFuture bound = bind();
      listener = bound.channel();
      bound.addListener(
          done -> {
            if (!done.isSuccess()) {
              listener = null;
            }
          });
      return bound;
    }
    if (!wanted && listener != null) {
      Future<Void> closing = listener.close();
      listener = null;
      return closing;
    }
    return transport.loop().newSucceededFuture(null);
  }

  private ChannelFuture bind() {
    return new ServerBootstrap()
        .group(transport.loop(), transport.loop())
        .channel(transport.serverChannel())
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                accept(channel);
              }
            })
        .bind(new InetSocketAddress(listen.host(), listen.port()));
  }

  private void awaitBound(Future<Void> done) {
    if (!done.awaitUninterruptibly(CALL_WAIT_SECONDS, TimeUnit.SECONDS) || !done.isSuccess()) {
      throw new IllegalStateException(
          "link " + name + " at " + listen + ": " + String.valueOf(done.cause()), done.cause());
    }
  }

  private void accept(Channel near) {
    if (refusing) {
      Flow.reset(near);
      return;
    }
    Connection connection = new Connection(this, near);
    connections.add(connection);
    startOrPump(connection);
  }

  private void startOrPump(Connection connection) {
    if (lanes.values().stream().anyMatch(Lane::silent) && !connection.dialed()) {
      return;
    }
    if (connection.dialed()) {
      connection.pump();
    } else {
      dial(connection);
    }
  }

  private void dial(Connection connection) {
    new Bootstrap()
        .group(transport.loop())
        .channel(transport.channel())
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_WAIT_MS)
        .handler(new ChannelInboundHandlerAdapter())
        .connect(new InetSocketAddress(target.host(), target.port()))
        .addListener(
            (ChannelFuture dialed) -> {
              if (!dialed.isSuccess() || !connections.contains(connection)) {
                dialed.channel().close();
                connection.reset();
                forget(connection);
              } else {
                connection.dialed(dialed.channel(), lanes);
              }
            });
  }

  private Lane lane(Direction direction) {
    Lane lane = lanes.get(direction);
    if (lane == null) {
      throw new IllegalStateException("no lane " + direction);
    }
    return lane;
  }

  private <T extends @Nullable Object> T call(Callable<T> action) {
    try {
      return transport.loop().submit(action).get(CALL_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "link " + name + ": " + String.valueOf(e.getCause()), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("link " + name + ": its event loop is stuck", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("link " + name + ": interrupted", e);
    }
  }
}
