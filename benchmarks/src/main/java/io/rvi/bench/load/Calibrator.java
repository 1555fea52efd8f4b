package io.rvi.bench.load;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * Measures a {@link Calibration}. One step after the other, on a machine that does nothing else.
 */
public final class Calibrator {
  private static final long HICCUP_SLEEP_NS = 1_000_000;
  private static final int TIMER_STEPS = 1_000;

  /** Nobody learns more from a hundred thousandth round trip. */
  private static final int SAMPLES_MAX = 20_000;

  private static final int SOCKET_WAIT_MS = 2_000;

  private final Path directory;
  private final int recordBytes;
  private final Duration each;

  /**
   * A calibrator.
   *
   * @param directory an existing directory on the disk that is to be measured
   * @param recordBytes payload of a record, 1 or more
   * @param each how long each of three parts takes; a single fsync may take longer
   */
  public Calibrator(Path directory, int recordBytes, Duration each) {
    this.directory = directory;
    this.recordBytes = recordBytes;
    this.each = each;
  }

  /**
   * Measures all but the harness's own noise. Leaves no file.
   *
   * @throws IOException when the directory or loopback cannot be used
   * @throws InterruptedException when the thread is interrupted
   */
  public Calibration measure() throws IOException, InterruptedException {
    return new Calibration(
        Calibration.Sample.of(fsync()),
        Calibration.Sample.of(loopback()),
        Calibration.Sample.of(hiccups()),
        timerGrainNs(),
        null);
  }

  private Histogram fsync() throws IOException {
    Path file = Files.createTempFile(directory, "calibration", ".tmp");
    Histogram histogram = Histograms.empty();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer record = ByteBuffer.allocate(recordBytes);
      long endNs = System.nanoTime() + each.toNanos();
      do {
        record.clear();
        long fromNs = System.nanoTime();
        while (record.hasRemaining()) {
          channel.write(record);
        }
        channel.force(false);
        histogram.recordValue(System.nanoTime() - fromNs);
      } while (System.nanoTime() < endNs && histogram.getTotalCount() < SAMPLES_MAX);
    } finally {
      Files.delete(file);
    }
    return histogram;
  }

  private Histogram loopback() throws IOException, InterruptedException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, here);
        Socket client = new Socket(here, server.getLocalPort());
        Socket served = server.accept()) {
      for (Socket socket : new Socket[] {client, served}) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SOCKET_WAIT_MS);
      }
      Thread echo = new Thread(() -> echo(served), "calibration-echo");
      echo.setDaemon(true);
      echo.start();
      Histogram histogram = roundTrips(client);
      client.shutdownOutput(); // Ends the echo.
      echo.join(SOCKET_WAIT_MS);
      return histogram;
    }
  }

  private Histogram roundTrips(Socket client) throws IOException {
    Histogram histogram = Histograms.empty();
    byte[] record = new byte[recordBytes];
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    long beginNs = System.nanoTime();
    long countFromNs = beginNs + each.toNanos() / 3; // The first third warms the JVM.
    long endNs = beginNs + each.toNanos();
    do {
      long fromNs = System.nanoTime();
      out.write(record);
      in.readFully(record);
      if (fromNs >= countFromNs || System.nanoTime() >= endNs) {
        histogram.recordValue(System.nanoTime() - fromNs);
      }
    } while (System.nanoTime() < endNs && histogram.getTotalCount() < SAMPLES_MAX);
    return histogram;
  }

  private void echo(Socket served) {
    byte[] record = new byte[recordBytes];
    try {
      DataInputStream in = new DataInputStream(served.getInputStream());
      while (true) {
        in.readFully(record);
        served.getOutputStream().write(record);
      }
    } catch (IOException e) {
      // The other end has measured enough, or fails by itself and says why.
      return;
    }
  }

  private Histogram hiccups() throws InterruptedException {
    Histogram histogram = Histograms.empty();
    LoadClock clock = LoadClock.system();
    long endNs = clock.nowNs() + each.toNanos();
    do {
      long dueNs = clock.nowNs() + HICCUP_SLEEP_NS;
      clock.parkUntil(dueNs);
      histogram.recordValue(clock.nowNs() - dueNs);
    } while (clock.nowNs() < endNs);
    return histogram;
  }

  private static long timerGrainNs() {
    long least = Long.MAX_VALUE;
    long before = System.nanoTime();
    for (int seen = 0; seen < TIMER_STEPS; ) {
      long now = System.nanoTime();
      if (now > before) {
        least = Math.min(least, now - before);
        before = now;
        seen++;
      }
    }
    return least;
  }
}
