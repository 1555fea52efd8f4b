package io.rvi.isr.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A TCP link that can be cut: passes bytes between whoever connects and a fixed address. */
public final class Relay implements AutoCloseable {
  private final ServerSocket listening;
  private final InetSocketAddress target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile boolean answersLost;
  private volatile boolean lostAnswers;
  private final AtomicLong answersLeft = new AtomicLong(Long.MAX_VALUE);
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private boolean holding;
  private volatile boolean held;

  private Relay(ServerSocket listening, InetSocketAddress target) {
    this.listening = listening;
    this.target = target;
  }

  /** A relay to a loopback port. */
  public static Relay to(int port) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Relay relay =
          new Relay(listening, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      relay.spawn("accept", relay::accept);
      return relay;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where to connect instead of the target. */
  public int port() {
    return listening.getLocalPort();
  }

  /** As {@link #port}, with the host. */
  public String address() {
    return "127.0.0.1:" + port();
  }

  /** Breaks all connections and refuses new ones. */
  public void cut() {
    cut = true;
    closeAll();
  }

  /** Breaks all connections; new ones are welcome. */
  public void drop() {
    closeAll();
  }

  /** From now on requests arrive and their answers do not. */
  public void loseAnswers() {
    answersLost = true;
  }

  /** Passes so many bytes of answers, and none after. */
  public void loseAnswersAfter(long bytes) {
    answersLeft.set(bytes);
  }

  /** Whether an answer was lost. */
  public boolean hasLostAnswers() {
    return lostAnswers;
  }

  /** From now on requests are held back. */
  public void holdRequests() {
    synchronized (gate) {
      holding = true;
    }
  }

  /** Whether a request is held back. */
  public boolean isHolding() {
    return held;
  }

  /** Lets go of the requests that were held back, also of those whose client is gone. */
  public void releaseRequests() {
    synchronized (gate) {
      holding = false;
      held = false;
      gate.notifyAll();
    }
  }

  /** Breaks the connections of clients, but not those to the target, while requests are held. */
  public void dropClients() {
    clients.forEach(this::close);
    clients.clear();
  }

  private void passGate() {
    synchronized (gate) {
      while (holding) {
        held = true;
        try {
          gate.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /** Undoes {@link #cut} and {@link #loseAnswers}; what was lost stays lost. */
  public void heal() {
    if (answersLost || lostAnswers) {
      closeAll();
    }
    answersLost = false;
    answersLeft.set(Long.MAX_VALUE);
    cut = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket near = listening.accept();
        if (cut) {
          near.close();
          continue;
        }
        join(near);
      } catch (IOException e) {
        // The listener was closed, or this one connection failed: its peer sees it closed.
      }
    }
  }

  private void join(Socket near) throws IOException {
    Socket far = new Socket();
    open.add(near);
    clients.add(near);
    open.add(far);
    try {
      far.connect(target, 1_000);
    } catch (IOException e) {
      release(near, far);
      return;
    }
    near.setTcpNoDelay(true);
    far.setTcpNoDelay(true);
    spawn("requests", () -> pump(near, far, false));
    spawn("answers", () -> pump(far, near, true));
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[64 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (answers && (answersLost || answersLeft.addAndGet(-read) < 0)) {
          lostAnswers = true;
          continue;
        }
        if (!answers) {
          passGate();
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // The connection ended; both sides are closed below.
    } finally {
      release(from, to);
    }
  }

  private void release(Socket near, Socket far) {
    close(near);
    close(far);
  }

  private void closeAll() {
    open.forEach(this::close);
  }

  private void close(Socket socket) {
    open.remove(socket);
    clients.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void spawn(String name, Runnable work) {
    Thread thread = new Thread(work, "relay-" + name + "-" + port());
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    releaseRequests();
    closeAll();
  }
}
