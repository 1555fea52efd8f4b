package io.rvi.bench.experiment;

import com.sun.management.OperatingSystemMXBean;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.PauseLog;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.SenderCost;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Notes what {@link LoadConditions} says of one load: looks before it, when its measured part
 * begins, and after it, and never in between. What the nodes' JVMs logged of their pauses meanwhile
 * is kept as a raw file of each.
 */
final class LoadWatch {
  /** Far above what a JVM says of its safepoints in the longest load. */
  private static final long LOG_BYTES_MAX = 16L << 20;

  private static final long NS_PER_MS = 1_000_000;

  private final Cluster cluster;
  private final String topic;
  private final Place place;
  private final @Nullable Long epochBefore;
  private final Map<NodeId, Long> logged = new TreeMap<>();
  private long fromNs;
  private long processorNs;
  private long collectorMs;

  private LoadWatch(Cluster cluster, String topic, Place place) {
    this.cluster = cluster;
    this.topic = topic;
    this.place = place;
    this.epochBefore = epoch();
  }

  /**
   * Looks before a load.
   *
   * @param cluster under load
   * @param topic its one partition
   * @param place where raw files go
   */
  static LoadWatch before(Cluster cluster, String topic, Place place) {
    return new LoadWatch(cluster, topic, place);
  }

  /** To be called when the measured part begins. */
  void measures() throws IOException {
    if (cluster.spec().topology() != Topology.EMBEDDED) {
      for (NodeId node : cluster.nodes()) {
        logged.put(node, Files.size(PauseLog.of(cluster, node)));
      }
    }
    collectorMs = collectorMs();
    processorNs = processorNs();
    fromNs = System.nanoTime();
  }

  /**
   * To be called when the load has ended.
   *
   * @param sender what it cost
   */
  LoadConditions after(SenderCost sender) throws IOException {
    long measuredNs = System.nanoTime() - fromNs;
    long processorSpentNs = processorNs() - processorNs;
    long collectorNs = (collectorMs() - collectorMs) * NS_PER_MS;
    List<JvmPauses> jvms = new ArrayList<>();
    jvms.add(new JvmPauses(JvmPauses.HARNESS, collectorNs, collectorNs, 0));
    for (Map.Entry<NodeId, Long> entry : logged.entrySet()) {
      jvms.add(pauses(entry.getKey(), entry.getValue()));
    }
    OptionalDouble cores = sender.cores();
    Long epochAfter = epoch();
    return new LoadConditions(
        measuredNs,
        sender.realTime(),
        cores.isPresent() ? cores.getAsDouble() : null,
        processorNs < 0 ? null : (double) processorSpentNs / measuredNs,
        epochBefore == null || epochAfter == null ? null : epochAfter - epochBefore,
        jvms);
  }

  private @Nullable Long epoch() {
    try {
      return cluster
          .describe(topic)
          .map(TopicDescription::partitions)
          .filter(partitions -> !partitions.isEmpty())
          .map(partitions -> partitions.get(0))
          .filter(partition -> partition.leader().isPresent())
          .map(TopicDescription.Partition::epoch)
          .orElse(null);
    } catch (LabException e) {
      // Whatever keeps it from answering: that it did not is what the cell is marked with.
      return null;
    }
  }

  private JvmPauses pauses(NodeId node, long from) throws IOException {
    String part = part(PauseLog.of(cluster, node), from);
    Files.writeString(place.file(node + ".gc.log"), part, StandardCharsets.ISO_8859_1);
    return JvmPauses.of(node.toString(), part);
  }

  private static String part(Path log, long from) throws IOException {
    try (FileChannel channel = FileChannel.open(log)) {
      long length = Math.min(channel.size() - from, LOG_BYTES_MAX);
      // A node that was started anew meanwhile has a new log, all of it of this load.
      long begin = length < 0 ? 0 : from;
      ByteBuffer bytes = ByteBuffer.allocate((int) (length < 0 ? channel.size() : length));
      while (bytes.hasRemaining() && channel.read(bytes, begin + bytes.position()) >= 0) {
        // One read may return less.
      }
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    }
  }

  private static long collectorMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(ms -> ms > 0)
        .sum();
  }

  private static long processorNs() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Where raw files of the load's step go. */
  @FunctionalInterface
  interface Place {
    /** The place of a file, whose directory exists on return. */
    Path file(String name) throws IOException;
  }
}
