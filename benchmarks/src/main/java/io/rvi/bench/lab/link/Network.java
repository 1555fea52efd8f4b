package io.rvi.bench.lab.link;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * All links of a cluster. Their delays are drawn from one seed: the same links, made in the same
 * order, draw the same delays.
 *
 * <p>On Linux the native transport is used, whose timer has the grain of the kernel's; elsewhere
 * delays have a grain of one millisecond.
 */
public final class Network implements AutoCloseable {
  /** One loop could keep up, but would make one busy link delay all others. */
  private static final int LOOPS = 2;

  private static final long STOP_WAIT_SECONDS = 5;

  private final EventLoopGroup loops;
  private final boolean epoll;
  private final SplittableRandom random;
  private final List<Link> links = new ArrayList<>();

  /**
   * A network without links.
   *
   * @param seed decides all delays
   */
  public Network(long seed) {
    this.epoll = Epoll.isAvailable();
    this.loops =
        new MultiThreadIoEventLoopGroup(
            LOOPS,
            new PromptThreads(),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    this.random = new SplittableRandom(seed);
  }

  /**
   * Makes a link and opens it.
   *
   * @param name who dials whom, for messages
   * @param listen where the dialer dials; nobody listens there
   * @param target what it reaches
   * @throws StartException when the address is taken
   */
  public synchronized Link link(String name, Endpoint listen, Endpoint target)
      throws StartException {
    Transport transport =
        epoll
            ? new Transport(loops.next(), EpollServerSocketChannel.class, EpollSocketChannel.class)
            : new Transport(loops.next(), NioServerSocketChannel.class, NioSocketChannel.class);
    Link link = new Link(name, listen, target, transport, random.split());
    link.open();
    links.add(link);
    return link;
  }

  /** Closes all links and waits until their ports are free. */
  @Override
  public synchronized void close() {
    links.forEach(Link::close);
    links.clear();
    loops
        .shutdownGracefully(0, STOP_WAIT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(STOP_WAIT_SECONDS, TimeUnit.SECONDS);
  }
}
