package io.rvi.isr.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The event loops of one node or client, and its sockets: native epoll where it loads, NIO
 * elsewhere. Everything that belongs to one connection happens on one loop.
 */
public final class Transport implements AutoCloseable {
  /** How long a close waits for the loops to end; they have nothing to wait for. */
  private static final long CLOSE_MS_MAX = 5_000;

  /** Connections that wait to be accepted, as after a restart of a node with many clients. */
  private static final int BACKLOG = 1_024;

  private static final int READ_BYTES_MIN = 512;
  private static final int READ_BYTES_FIRST = 4 << 10;
  private static final int READ_BYTES_MAX = 256 << 10;

  private final EventLoopGroup group;
  private final ChannelGroup channels;
  private final boolean epoll;
  private final int frameBytesMax;

  private Transport(EventLoopGroup group, boolean epoll, int frameBytesMax) {
    this.group = group;
    this.epoll = epoll;
    this.frameBytesMax = frameBytesMax;
    this.channels = new DefaultChannelGroup(group.next(), true);
  }

  /**
   * Starts event loops.
   *
   * @param name of their threads
   * @param threads 1 or more
   * @param frameBytesMax the longest frame that any connection takes
   */
  public static Transport start(String name, int threads, int frameBytesMax) {
    boolean epoll = Epoll.isAvailable();
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    return new Transport(group, epoll, frameBytesMax);
  }

  /** The next event loop in turn; with one thread, always the same. */
  public EventLoop eventLoop() {
    return group.next();
  }

  /**
   * Serves requests at an address; returns when it is bound.
   *
   * @param listen the address
   * @param cluster only peers of this cluster are welcome
   * @param node the own node id
   * @param requests takes the requests of all connections
   * @throws IOException when the address can't be bound, naming it
   */
  public void listen(Endpoint listen, String cluster, int node, RequestHandler requests)
      throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .childHandler(
                initializer(
                    () ->
                        new ConnectionHandler(
                            new ListenGreeting(cluster, node), frameBytesMax, requests)));
    var bound = bootstrap.bind(new InetSocketAddress(listen.host(), listen.port()));
    bound.awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      throw new IOException("cannot listen at " + listen + ": " + cause.getMessage(), cause);
    }
    channels.add(bound.channel());
  }

  /**
   * Keeps a connection to a node. Dials at the first use, and again after it broke.
   *
   * @param target where the node is and who it should be
   * @param loop the event loop that the link is used on
   * @param requests takes requests that the node sends over this connection
   */
  public Link link(LinkTarget target, EventLoop loop, RequestHandler requests) {
    return new Link(this, target, loop, requests);
  }

  void dial(
      LinkTarget target,
      EventLoop loop,
      RequestHandler requests,
      ConnectionHandler.Greeting greeting) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) TimeUnit.NANOSECONDS.toMillis(target.connectNanosMax()))
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .handler(initializer(() -> new ConnectionHandler(greeting, frameBytesMax, requests)));
    bootstrap
        .connect(new InetSocketAddress(target.endpoint().host(), target.endpoint().port()))
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                greeting.ended("cannot connect: " + done.cause().getMessage());
              }
            });
  }

  private static AdaptiveRecvByteBufAllocator readSizes() {
    return new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_FIRST, READ_BYTES_MAX);
  }

  private interface HandlerFactory {
    ChannelHandler create();
  }

  private ChannelInitializer<Channel> initializer(HandlerFactory factory) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channels.add(channel);
        channel.config().setRecvByteBufAllocator(readSizes());
        channel.pipeline().addLast(factory.create());
      }
    };
  }

  /**
   * Closes all connections, so that each pending request is lost, and ends the loops. Returns when
   * they have ended, unless called on one of them. A second close does nothing.
   */
  @Override
  public void close() {
    beginClose();
    if (!onOwnLoop()) {
      group.terminationFuture().awaitUninterruptibly(CLOSE_MS_MAX, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Begins to close, and returns at once: a loop that is blocked closes its connections and ends as
   * soon as it is not. No connection is accepted or dialled any more.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The loops end when the channels have.
  public void beginClose() {
    channels.close();
    group.shutdownGracefully(0, CLOSE_MS_MAX, TimeUnit.MILLISECONDS);
  }

  /** Waits until all loops have ended, for as long as one is blocked; not for use on a loop. */
  public void awaitEnd() {
    var unused = group.terminationFuture().awaitUninterruptibly();
  }

  private boolean onOwnLoop() {
    for (var loop : group) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  /** The greeting of the side that listens. */
  private record ListenGreeting(String cluster, int node) implements ConnectionHandler.Greeting {
    @Override
    public @Nullable Message first() {
      return null;
    }

    @Override
    public ConnectionHandler.Peer judge(Frame frame, ConnectionHandler.Reply reply)
        throws WireFormatException {
      if (!(frame.message() instanceof SessionMessage.Hello hello)) {
        throw new WireFormatException("a " + frame.type() + " before its Hello");
      }
      if (!hello.cluster().equals(cluster)) {
        String detail =
            "node " + node + " belongs to cluster " + cluster + ", not to " + hello.cluster();
        reply.send(new SessionMessage.Failure(WireError.WRONG_CLUSTER, 0, detail));
        throw new WireFormatException("a Hello of another cluster, " + hello.cluster());
      }
      reply.send(new SessionMessage.Welcome(node));
      return new ConnectionHandler.Peer(hello.node(), hello.name());
    }
  }
}
