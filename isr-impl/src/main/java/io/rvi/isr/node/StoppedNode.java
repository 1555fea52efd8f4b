package io.rvi.isr.node;

import io.rvi.api.ErrorCode;
import io.rvi.api.RequestFailedException;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.log.StoppedLog;
import io.rvi.isr.log.StorageDirectory;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the logs in the directory of a node that does not run. */
public final class StoppedNode {
  private StoppedNode() {}

  /**
   * Opens the log of a partition.
   *
   * @param dataDir the node's directory
   * @param topic the topic's name
   * @param partition its number
   * @throws RequestFailedException with {@link ErrorCode#UNKNOWN_PARTITION} when it has none
   * @throws IOException when the directory is in use, can't be read, or holds the logs of two
   *     topics of this name, naming it
   */
  public static OfflineLog open(Path dataDir, String topic, int partition) throws IOException {
    StorageDirectory.requireUnused(dataDir);
    RealDisk disk = new RealDisk();
    Path logs = dataDir.resolve(NodeStorage.LOGS);
    TopicPartition wanted = new TopicPartition(topic, partition);
    List<String> found =
        disk.exists(logs)
            ? disk.list(logs).stream()
                .filter(
                    name ->
                        ReplicaName.parse(name)
                            .map(ReplicaName::partition)
                            .equals(Optional.of(wanted)))
                .toList()
            : List.of();
    if (found.isEmpty()) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_PARTITION, dataDir + " holds no replica of " + wanted);
    }
    if (found.size() > 1) {
      throw new IOException(
          logs + " holds " + found + ", of topics that had one name; remove the older one");
    }
    return StoppedLog.open(disk, logs.resolve(found.get(0)));
  }
}
