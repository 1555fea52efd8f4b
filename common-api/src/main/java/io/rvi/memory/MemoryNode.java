package io.rvi.memory;

import io.rvi.api.NodeId;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeStatus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** One node: the right to use its disk in its cluster. */
final class MemoryNode implements LogNode {
  private final MemoryCluster cluster;
  private final MemoryDisk disk;
  private final Duration failureDetection;
  private final AtomicBoolean stopped = new AtomicBoolean();

  MemoryNode(MemoryCluster cluster, MemoryDisk disk, Duration failureDetection) {
    this.cluster = cluster;
    this.disk = disk;
    this.failureDetection = failureDetection;
  }

  MemoryCluster cluster() {
    return cluster;
  }

  MemoryDisk disk() {
    return disk;
  }

  @Override
  public NodeId id() {
    return disk.node();
  }

  @Override
  public NodeStatus status() {
    return new NodeStatus(stopped.get() ? NodeStatus.State.STOPPED : NodeStatus.State.RUNNING, "");
  }

  @Override
  public void close() {
    stop(Duration.ZERO);
  }

  @Override
  public void halt() {
    stop(failureDetection);
  }

  private void stop(Duration noticedAfter) {
    if (stopped.compareAndSet(false, true)) {
      cluster.stopped(disk, noticedAfter);
    }
  }
}
