package io.rvi.raft.node;

import io.rvi.api.ErrorCode;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.machine.RecordOrder;
import io.rvi.raft.storage.SegmentFile;
import io.rvi.raft.storage.SegmentScanner;
import io.rvi.raft.wire.AppendReply;
import io.rvi.raft.wire.AppendRequest;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.jspecify.annotations.Nullable;

/**
 * The log of one partition in a stopped node's directory. Applies the batches as the state machine
 * does, so a batch that was logged twice shows once.
 */
public final class OfflinePartition implements OfflineLog {
  private final Iterator<SegmentFile> files;
  private final RecordOrder order = new RecordOrder();
  private final ArrayDeque<Entry> read = new ArrayDeque<>();
  private @Nullable SegmentFile file;
  private @Nullable SegmentScanner scanner;

  private OfflinePartition(Iterator<SegmentFile> files) {
    this.files = files;
  }

  /**
   * Opens a partition.
   *
   * @param dataDir the node's directory
   * @param topic the topic's name
   * @param partition the partition's number
   * @throws IOException when the directory can't be read or is in use; the message names it
   */
  public static OfflinePartition open(Path dataDir, String topic, int partition)
      throws IOException {
    NodeDirectory.requireUnused(dataDir);
    String cluster = NodeDirectory.clusterOf(dataDir);
    GroupEntry wanted = GroupEntry.partition(topic, partition, List.of());
    GroupRegistry registry;
    try {
      registry = GroupRegistry.read(NodeDirectory.registryOf(dataDir));
    } catch (StartException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (!registry.contains(wanted.name())) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_PARTITION,
          "directory " + dataDir + " holds no replica of " + wanted.name());
    }
    Path group = NodeDirectory.groupsOf(dataDir).resolve(wanted.id(cluster).getUuid().toString());
    return new OfflinePartition(SegmentFile.of(group).iterator());
  }

  @Override
  public long highWatermark() {
    return 0; // Ratis notes none with log-metadata off; after a start it learns it from the leader.
  }

  @Override
  public Optional<Entry> next() throws IOException {
    while (read.isEmpty()) {
      Optional<LogEntryProto> entry = nextEntry();
      if (entry.isEmpty()) {
        return Optional.empty();
      }
      apply(entry.get());
    }
    return Optional.of(read.removeFirst());
  }

  @Override
  public void close() {
    read.clear();
  }

  private Optional<LogEntryProto> nextEntry() throws IOException {
    while (true) {
      SegmentScanner now = scanner;
      Optional<LogEntryProto> entry = now == null ? Optional.empty() : now.next();
      if (entry.isPresent()) {
        return entry;
      }
      if (now != null && endsBadly(now)) {
        throw new IOException(
            "log file "
                + name(file)
                + " is damaged at byte "
                + now.position()
                + ": "
                + now.complaint());
      }
      if (!files.hasNext()) {
        return Optional.empty();
      }
      file = files.next();
      scanner = SegmentScanner.open(file);
    }
  }

  private boolean endsBadly(SegmentScanner ended) {
    return ended.state() == SegmentScanner.State.DAMAGED
        || (ended.state() == SegmentScanner.State.TORN && files.hasNext());
  }

  private static String name(@Nullable SegmentFile file) {
    return file == null ? "of no name" : file.path().toString();
  }

  private void apply(LogEntryProto entry) {
    if (!entry.hasStateMachineLogEntry()
        || entry.getStateMachineLogEntry().getLogData().isEmpty()) {
      return;
    }
    AppendRequest batch = AppendRequest.parse(entry.getStateMachineLogEntry().getLogData());
    long before = order.end();
    AppendReply reply = order.apply(batch, entry.getTerm(), entry.getIndex());
    if (order.end() == before) {
      return;
    }
    ByteBuffer in = batch.records();
    for (int i = 0; i < batch.count(); i++) {
      byte[] payload = new byte[in.getInt()];
      in.get(payload);
      read.addLast(new Entry(reply.baseOffset() + i, entry.getTerm(), payload));
    }
  }
}
