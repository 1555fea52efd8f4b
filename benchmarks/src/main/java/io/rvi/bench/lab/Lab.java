package io.rvi.bench.lab;

import io.rvi.spi.LogBackend;
import io.rvi.spi.SettingException;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Starts clusters and answers for their end.
 *
 * <p>All that its clusters keep on disk lies in one run directory, deleted by {@link #close}. When
 * the JVM is told to end (Ctrl-C), a shutdown hook closes the lab.
 */
public final class Lab implements AutoCloseable {
  private final PortPool ports = new PortPool(new SplittableRandom());
  private final Thread hook = new Thread(this::closeQuietly, "lab-shutdown");
  private final List<Cluster> clusters = new ArrayList<>();

  /** Held while all is cleared away. */
  private final Object closing = new Object();

  /** Null until it is made; made only while not closed, so the hook never misses it. */
  private @Nullable RunDirectory run;

  /** What server JVMs take their classes from; null where each loads its own. */
  private @Nullable Path classArchive;

  private boolean closed;
  private int started;

  private Lab() {}

  /**
   * Opens a lab, after clearing away what dead runs left under the same base.
   *
   * @param base where run directories lie, created when absent; on the file system whose fsync is
   *     to be measured
   * @throws StartException when it cannot be written
   */
  public static Lab open(Path base) throws StartException {
    Leftovers.clear(base);
    Lab lab = new Lab();
    try {
      // Before there is anything to clear away: a signal can come at any moment.
      Runtime.getRuntime().addShutdownHook(lab.hook);
    } catch (IllegalStateException shutdownUnderWay) {
      throw ending(shutdownUnderWay);
    }
    try {
      lab.makeRunDirectory(base);
      return lab;
    } catch (StartException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  private static StartException ending(@Nullable Exception cause) {
    return new StartException(
        StartException.Kind.MACHINE, "no lab is opened while this process is ending", cause);
  }

  private synchronized void makeRunDirectory(Path base) throws StartException {
    if (closed) {
      throw ending(null);
    }
    run = RunDirectory.create(base);
  }

  /**
   * Has servers that are started as processes from now on share their classes, so that they start
   * in half the time. Takes seconds. Nothing changes where it can't be done.
   *
   * @return whether they do; not where the class path has directories
   * @throws IOException when it should work and does not
   * @throws InterruptedException when the thread is interrupted
   */
  public boolean shareClasses() throws IOException, InterruptedException {
    Path directory;
    synchronized (this) {
      directory = Objects.requireNonNull(run).path();
    }
    Optional<Path> made = ClassArchive.make(directory);
    synchronized (this) {
      classArchive = made.orElse(null);
    }
    return made.isPresent();
  }

  /** Every backend on the class path, by name. */
  public static List<LogBackend> backends() {
    return ServiceLoader.load(LogBackend.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(LogBackend::name))
        .toList();
  }

  /**
   * The backend of a name.
   *
   * @param name such as {@code raft}
   * @throws SettingException for key {@code backend}, with the nearest name or all of them
   */
  public static LogBackend backend(String name) {
    List<LogBackend> all = backends();
    return all.stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "backend",
                    "no backend \""
                        + name
                        + "\""
                        + Settings.suggestion(name, all.stream().map(LogBackend::name).toList())));
  }

  /**
   * Starts a cluster and returns when every node serves.
   *
   * @param spec the cluster
   * @throws StartException naming what is at fault; nothing is left running
   * @throws SettingException naming the unknown backend or the bad setting, before anything starts
   */
  public Cluster start(ClusterSpec spec) throws StartException {
    LogBackend backend = backend(spec.backend());
    Settings settings = Settings.resolve(backend.settings(), spec.settings());
    Cluster cluster;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the lab is closed");
      }
      started++;
      Path directory = Objects.requireNonNull(run).path().resolve("c" + started);
      cluster = new Cluster(spec, backend, settings, directory, classArchive, ports, this::forget);
      clusters.add(cluster);
    }
    try {
      cluster.startAll();
      return cluster;
    } catch (StartException | RuntimeException e) {
      closeAfter(e, cluster);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, Cluster cluster) {
    try {
      cluster.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private synchronized void forget(Cluster cluster) {
    clusters.remove(cluster);
  }

  /** Closes every cluster that is still open and deletes the run directory. */
  @Override
  public void close() {
    closeClusters();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shutdownUnderWay) {
      // The hook runs or ran, and closing twice does nothing.
    }
  }

  /** Who comes second waits: a process that ends while it closes its lab shall not end before. */
  private void closeClusters() {
    synchronized (closing) {
      List<Cluster> open;
      RunDirectory directory;
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        open = List.copyOf(clusters);
        directory = run;
      }
      try (directory;
          ports) {
        open.forEach(Cluster::close);
      }
    }
  }

  private void closeQuietly() {
    try {
      closeClusters();
    } catch (RuntimeException e) {
      System.Logger logger = System.getLogger(Lab.class.getName());
      logger.log(System.Logger.Level.WARNING, "the lab left something behind", e);
    }
  }
}
