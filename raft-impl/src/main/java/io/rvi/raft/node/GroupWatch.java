package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.link.NodeLink;
import io.rvi.raft.wire.Names;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StallDetector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a node's groups on a thread of its own, for what Ratis does not notice itself.
 *
 * <ul>
 *   <li>A replica that comes back with less than it had (a lost tail, an emptied directory) is sent
 *       heartbeats for ever, since its leader goes by what it had; the next entry ends that. So
 *       each replica asks its leader, once after its start, for an entry that holds nothing.
 *   <li>A leader whose disk hangs keeps its leadership. When its log stands still it hands over.
 * </ul>
 */
final class GroupWatch {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);
  private static final long PERIOD_MS = 100;

  /** Two looks that are further apart were kept apart by something else than a disk. */
  private static final long GAP_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MS);

  /** Nudges of a group before the watch leaves it alone; the first that arrives is enough. */
  private static final int NUDGES_MAX = 20;

  private final NodeSpec spec;
  private final GroupCarrier carrier;
  private final HandOver handOver;
  private final long stallMaxNanos;
  private final Map<RaftGroupId, Watched> watched = new HashMap<>();
  private final ScheduledThreadPoolExecutor timer;

  /** What is known of one group. */
  private static final class Watched {
    final StallDetector stall;
    int nudges;
    boolean nudged;

    Watched(StallDetector stall) {
      this.stall = stall;
    }
  }

  GroupWatch(NodeSpec spec, GroupCarrier carrier, HandOver handOver) {
    this.spec = spec;
    this.carrier = carrier;
    this.handOver = handOver;
    this.stallMaxNanos = spec.settings().get(CommonSettings.STALL_MAX).toNanos();
    this.timer = RaftNode.timer(spec.id(), "watch");
  }

  void start() {
    var unused =
        timer.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  void close() {
    RaftNode.end(timer, spec.id() + "-watch");
  }

  private void look() {
    try {
      long now = System.nanoTime();
      for (RaftServer.Division division : carrier.open()) {
        Watched group =
            watched.computeIfAbsent(
                division.getMemberId().getGroupId(),
                id -> new Watched(new StallDetector(stallMaxNanos, GAP_NANOS_MAX)));
        look(division, group, now);
        carrier.noteNewestSegment(division, now);
      }
    } catch (RuntimeException e) {
      LOG.warn("{}: looking after its groups: {}", spec.id(), e.toString());
    }
  }

  private void look(RaftServer.Division division, Watched group, long now) {
    if (division.getInfo().isLeader()) {
      group.nudged = true; // A leader's log is the measure of the others.
      RaftLog log = division.getRaftLog();
      if (group.stall.isStalled(log.getFlushIndex(), log.getNextIndex() - 1, now)) {
        LOG.warn("{}: the log of {} stands still; handing over", spec.id(), division.getMemberId());
        handOver.all(List.of(division));
      }
    } else if (!group.nudged && group.nudges < NUDGES_MAX) {
      RaftPeerId leader = division.getInfo().getLeaderId();
      if (leader != null && !leader.equals(division.getId())) {
        group.nudges++;
        nudge(division.getMemberId().getGroupId(), Names.node(leader), group);
      }
    }
  }

  private void nudge(RaftGroupId id, NodeId leader, Watched group) {
    Endpoint endpoint = spec.peers().get(leader);
    if (endpoint == null) {
      return;
    }
    NodeLink link = NodeLink.to(leader, endpoint, RatisProperties.client(spec.settings()));
    try {
      group.nudged =
          link.write(id, ByteString.EMPTY).get(PERIOD_MS * 5, TimeUnit.MILLISECONDS).isSuccess();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: nudging {} at {}: {}", spec.id(), id, leader, e.toString());
    } finally {
      link.close();
    }
  }
}
