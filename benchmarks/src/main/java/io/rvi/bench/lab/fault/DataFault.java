package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.LabException;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Kills a node and harms its files while it is down.
 *
 * <p>The heal starts the node on the harmed files. A node may rightly refuse them; then they are
 * put back as they were, and it starts on those.
 *
 * @param kind how
 * @param aim whose
 */
record DataFault(Kind kind, Aim aim) implements Fault {
  /** How files are harmed. */
  enum Kind {
    /** All are deleted. */
    WIPE,
    /** One bit of the largest file is flipped. */
    BIT_FLIP,
    /** The largest file loses its end, from a random place. */
    TRUNCATE
  }

  @Override
  public String name() {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    Cluster cluster = scene.cluster();
    List<NodeId> nodes = aim.resolve(scene);
    if (nodes.size() != 1) {
      throw new LabException(name() + " is aimed at one node, not at " + nodes);
    }
    NodeId node = nodes.get(0);
    takeDown(cluster, node);
    try {
      return kind == Kind.WIPE ? wipe(cluster, node) : harm(scene, cluster, node);
    } catch (IOException e) {
      throw new LabException("cannot " + name() + " " + cluster.dataDir(node) + ": " + e, e);
    }
  }

  /** A node that is down already, by a fault before this one, is harmed as it lies. */
  private static void takeDown(Cluster cluster, NodeId node) {
    if (cluster.status(node).state() != NodeStatus.State.STOPPED) {
      cluster.kill(node);
    }
  }

  /**
   * Empties the directory of one node that the caller has chosen.
   *
   * @param cluster the cluster
   * @param node whose; killed if it runs
   */
  static Injected wipeOf(Cluster cluster, NodeId node) {
    takeDown(cluster, node);
    try {
      return wipe(cluster, node);
    } catch (IOException e) {
      throw new LabException("cannot wipe " + cluster.dataDir(node) + ": " + e, e);
    }
  }

  private static Injected wipe(Cluster cluster, NodeId node) throws IOException {
    Path data = cluster.dataDir(node);
    try (Stream<Path> tree = Files.walk(data)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    Files.createDirectories(data);
    return new Harmed("wipe [" + node + "]", cluster, node, Optional.empty());
  }

  private Injected harm(Scene scene, Cluster cluster, NodeId node) throws IOException {
    Path file = largestFile(cluster.dataDir(node));
    byte[] original = Files.readAllBytes(file);
    int position = scene.random().nextInt(original.length);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      if (kind == Kind.TRUNCATE) {
        access.setLength(position);
      } else {
        access.seek(position);
        access.write(original[position] ^ (1 << scene.random().nextInt(Byte.SIZE)));
      }
    }
    String what =
        name()
            + " ["
            + node
            + "] "
            + file.getFileName()
            + " of "
            + original.length
            + " bytes at "
            + position;
    return new Harmed(what, cluster, node, Optional.of(new Harm(file, original)));
  }

  private static Path largestFile(Path data) throws IOException {
    try (Stream<Path> tree = Files.walk(data)) {
      return tree.filter(Files::isRegularFile)
          .filter(file -> file.toFile().length() > 0)
          .sorted()
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow(() -> new IOException("no file with a byte in it"));
    }
  }

  /**
   * A file that was harmed.
   *
   * @param file the file
   * @param original its content before
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over once, never changed.
  private record Harm(Path file, byte[] original) {}

  /** A node that is down, on harmed files; without a harm, on none. */
  private record Harmed(String what, Cluster cluster, NodeId node, Optional<Harm> harm)
      implements Injected {
    @Override
    public Proof landed() {
      try {
        if (harm.isEmpty()) {
          try (Stream<Path> files = Files.list(cluster.dataDir(node))) {
            return files.findAny().isPresent()
                ? new Proof(false, cluster.dataDir(node) + " is not empty")
                : new Proof(true, "the directory of " + node + " is empty");
          }
        }
        Path file = harm.get().file();
        int same = Arrays.mismatch(Files.readAllBytes(file), harm.get().original());
        return same < 0
            ? new Proof(false, file + " is as it was")
            : new Proof(true, "the file differs from byte " + same + " on");
      } catch (IOException e) {
        return new Proof(false, "cannot look at the files of " + node + ": " + e);
      }
    }

    @Override
    public void heal() throws StartException {
      try {
        cluster.start(node);
      } catch (StartException refused) {
        if (harm.isEmpty()) {
          throw refused;
        }
        restore(harm.get(), refused);
        cluster.start(node);
      }
    }

    private static void restore(Harm harm, StartException refused) throws StartException {
      // On the device too, as a power loss after this fault must not take back what it healed.
      try (FileChannel file =
          FileChannel.open(
              harm.file(), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.wrap(harm.original());
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
        file.force(true);
      } catch (IOException e) {
        refused.addSuppressed(e);
        throw refused;
      }
    }
  }
}
