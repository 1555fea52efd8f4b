package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RaftSettings;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.link.NodeLink;
import io.rvi.raft.wire.Names;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a node's groups, for what Ratis does not notice itself.
 *
 * <ul>
 *   <li>A replica that comes back with less than it had (a lost tail, an emptied directory) is sent
 *       heartbeats for ever, since its leader goes by what it had; the next entry ends that. So
 *       each replica asks its leader, once after its start, for an entry that holds nothing.
 *   <li>A leader whose disk hangs keeps its leadership. When its log stands still it hands over.
 *   <li>A log without its newest file looks like a shorter one; so it is noted (see {@link
 *       NewestSegments}).
 * </ul>
 *
 * <p>The notes are written by a thread of their own: they go to the disk whose hanging the other
 * thread is to tell, and that one therefore never waits for a disk.
 */
final class GroupWatch {
  private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);
  private static final long PERIOD_MS = 100;

  /** Nudges of a group before the watch leaves it alone; the first that arrives is enough. */
  private static final int NUDGES_MAX = 20;

  /** How long a nudge may take, and so how long there may well be between two looks at a log. */
  private static final long NUDGE_MAX_MS = 5 * PERIOD_MS;

  /** How long the end waits for a note, which takes milliseconds unless the disk hangs. */
  private static final Duration NOTE_MAX = Duration.ofSeconds(1);

  private final NodeSpec spec;
  private final Supplier<List<RaftServer.Division>> open;
  private final Consumer<List<RaftServer.Division>> handOver;
  private final ObjLongConsumer<RaftServer.Division> note;
  private final long stallMaxNanos;
  private final long gapMaxNanos;

  /** Of the thread that looks, alone. */
  private final Map<RaftGroupId, Watched> watched = new HashMap<>();

  private final ScheduledThreadPoolExecutor timer;
  private final ScheduledThreadPoolExecutor notes;

  /** What is known of one group. */
  private static final class Watched {
    final StallDetector stall;
    int nudges;
    boolean nudged;

    Watched(StallDetector stall) {
      this.stall = stall;
    }
  }

  /**
   * A watch that does nothing before {@link #start}.
   *
   * @param spec the node
   * @param open tells the groups that are open; must not wait for a disk, nor must what is asked of
   *     the groups
   * @param handOver hands the leadership of groups over, and waits for it no more than seconds
   * @param note notes, at a monotonic time, which file of a group's log is the newest; may hang
   */
  GroupWatch(
      NodeSpec spec,
      Supplier<List<RaftServer.Division>> open,
      Consumer<List<RaftServer.Division>> handOver,
      ObjLongConsumer<RaftServer.Division> note) {
    this.spec = spec;
    this.open = open;
    this.handOver = handOver;
    this.note = note;
    this.stallMaxNanos = spec.settings().get(RaftSettings.STALL_MAX).toNanos();
    this.gapMaxNanos = Math.min(TimeUnit.MILLISECONDS.toNanos(NUDGE_MAX_MS), stallMaxNanos / 2);
    this.timer = RaftNode.timer(spec.id(), "watch");
    this.notes = RaftNode.timer(spec.id(), "notes");
  }

  void start() {
    var unusedWatch =
        timer.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
    var unusedNotes =
        notes.scheduleWithFixedDelay(this::note, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  /** Ends in seconds, though the disk hangs; a note that hangs is left to a daemon thread. */
  void close() {
    notes.shutdownNow(); // First, so that both end at the same time.
    RaftNode.end(timer, spec.id() + "-watch");
    RaftNode.end(notes, spec.id() + "-notes", NOTE_MAX);
  }

  private void note() {
    try {
      long now = System.nanoTime();
      for (RaftServer.Division division : open.get()) {
        note.accept(division, now);
      }
    } catch (RuntimeException e) {
      LOG.warn("{}: noting the newest files of its groups: {}", spec.id(), e.toString());
    }
  }

  private void look() {
    try {
      long now = System.nanoTime();
      List<RaftServer.Division> groups = open.get();
      List<RaftServer.Division> stalled = new ArrayList<>();
      for (RaftServer.Division division : groups) {
        if (isStalled(division, now)) {
          stalled.add(division);
        }
      }
      if (!stalled.isEmpty()) { // A disk that hangs stalls many, and each may take its time.
        handOver.accept(stalled);
      }
      groups.forEach(this::nudge);
    } catch (RuntimeException e) {
      LOG.warn("{}: looking after its groups: {}", spec.id(), e.toString());
    }
  }

  private boolean isStalled(RaftServer.Division division, long now) {
    Watched group =
        watched.computeIfAbsent(
            division.getMemberId().getGroupId(),
            id -> new Watched(new StallDetector(stallMaxNanos, gapMaxNanos, now)));
    if (!division.getInfo().isLeader()) {
      return false;
    }
    group.nudged = true; // A leader's log is the measure of the others.
    RaftLog log = division.getRaftLog();
    boolean stalled = group.stall.isStalled(log.getFlushIndex(), log.getNextIndex() - 1, now);
    if (stalled) {
      LOG.warn("{}: the log of {} stands still; handing over", spec.id(), division.getMemberId());
    }
    return stalled;
  }

  private void nudge(RaftServer.Division division) {
    RaftGroupId id = division.getMemberId().getGroupId();
    Watched group = watched.get(id);
    if (group == null
        || group.nudged
        || group.nudges >= NUDGES_MAX
        || division.getInfo().isLeader()) {
      return;
    }
    RaftPeerId leader = division.getInfo().getLeaderId();
    if (leader != null && !leader.equals(division.getId())) {
      group.nudges++;
      nudge(id, Names.node(leader), group);
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
          link.write(id, ByteString.EMPTY).get(NUDGE_MAX_MS, TimeUnit.MILLISECONDS).isSuccess();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: nudging {} at {}: {}", spec.id(), id, leader, e.toString());
    } finally {
      link.close();
    }
  }
}
