package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.Row;
import io.rvi.raft.wire.Topic;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens and deletes this node's replicas as the catalog wants it, on a thread of its own.
 *
 * <p>What this node's replica of the catalog says prompts a look; what is done follows from what
 * the catalog's leader answers then. A node says that it is ready before it becomes a voter of a
 * group, and to have lost a replica when the catalog knows that it was ready and its directory is
 * not there. Thus:
 *
 * <ul>
 *   <li>an emptied directory never becomes a voter again by itself: its replica is lost, the group
 *       drops it from its voters, and then it begins anew as a replica that is to be added;
 *   <li>a replica is deleted only when the partition has reached a target without this node, and
 *       could not have come back meanwhile: that takes this node's word, given on this thread.
 * </ul>
 */
final class ReplicaKeeper {
  private static final long PERIOD_MS = 100;

  private final NodeSpec spec;
  private final GroupRegistry registry;
  private final GroupCarrier carrier;
  private final CatalogCalls catalog;
  private final Consumer<String> failed;
  private final Map<String, Topic> latest = new ConcurrentHashMap<>();
  private final Set<String> open = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor thread;

  /**
   * A keeper that does nothing before {@link #start}.
   *
   * @param failed told when a replica can't be opened
   */
  ReplicaKeeper(
      NodeSpec spec,
      GroupRegistry registry,
      GroupCarrier carrier,
      CatalogCalls catalog,
      Consumer<String> failed) {
    this.spec = spec;
    this.registry = registry;
    this.carrier = carrier;
    this.catalog = catalog;
    this.failed = failed;
    this.thread = RaftNode.timer(spec.id(), "groups");
  }

  void start() {
    var unused =
        thread.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  void close() {
    RaftNode.end(thread, spec.id() + "-groups");
  }

  /** This node's replica of the catalog has applied a change. */
  void changed(Topic topic) {
    latest.put(topic.name(), topic);
    open.add(topic.name());
    try {
      thread.execute(this::look);
    } catch (RejectedExecutionException e) {
      // Closing: nothing is opened or deleted any more.
    }
  }

  /** Where a partition lies as far as this node has heard; null when it has not heard of it. */
  @Nullable Row row(GroupEntry entry) {
    Topic topic = latest.get(entry.topic());
    return topic == null ? null : topic.rows().get(entry.partition());
  }

  /** Whether a replica of this node is, as far as it has heard, one that must be there and run. */
  boolean mustRun(GroupEntry entry) {
    Row row = entry.isCatalog() ? null : row(entry);
    return row == null || (row.target().contains(spec.id()) && row.ready().contains(spec.id()));
  }

  private void look() {
    for (String name : List.copyOf(open)) {
      open.remove(name); // First: a change that comes meanwhile is looked at again.
      Topic topic = latest.get(name);
      try {
        if (topic != null && isActionDue(topic) && !keep(name)) {
          open.add(name);
        }
      } catch (StartException e) {
        failed.accept(String.valueOf(e.getMessage()));
      }
    }
  }

  private boolean isActionDue(Topic topic) {
    for (int partition = 0; partition < topic.partitions(); partition++) {
      Row row = topic.rows().get(partition);
      GroupEntry entry = registry.find(GroupEntry.name(topic.name(), partition));
      boolean carried = entry != null && entry.created();
      boolean due =
          row.target().contains(spec.id())
              ? !carried || !row.ready().contains(spec.id())
              : entry != null && row.replicas().equals(row.target());
      if (due) {
        return true;
      }
    }
    return false;
  }

  /** Acts on what the catalog's leader says; false when it must be tried again. */
  private boolean keep(String name) throws StartException {
    Optional<Topic> topic = catalog.find(name);
    if (topic.isEmpty()) {
      return false;
    }
    boolean done = true;
    for (int partition = 0; partition < topic.get().partitions(); partition++) {
      done &= keep(topic.get(), partition, topic.get().rows().get(partition));
    }
    return done;
  }

  private boolean keep(Topic topic, int partition, Row row) throws StartException {
    NodeId self = spec.id();
    GroupEntry entry = registry.find(GroupEntry.name(topic.name(), partition));
    if (!row.target().contains(self)) {
      if (entry != null && row.replicas().equals(row.target())) {
        carrier.delete(entry);
      }
      return true;
    }
    if (row.lost().contains(self)) {
      return true; // Until the group has dropped it from its voters.
    }
    if (entry == null && row.ready().contains(self)) {
      return say(ChangeRow.Kind.LOST, topic, partition, row);
    }
    if (entry != null && entry.created() && row.ready().contains(self)) {
      return true; // Also when it has ended by itself: a failed log is not opened again in this
      // life.
    }
    if (row.generation() == 0) {
      return beginAsVoter(topic, partition, row, entry);
    }
    return beginAsNewcomer(topic, partition, row, entry);
  }

  /** The group's first voters: said before it is done, so that a loss is known for one. */
  private boolean beginAsVoter(Topic topic, int partition, Row row, @Nullable GroupEntry known)
      throws StartException {
    GroupEntry entry = known;
    if (entry == null) {
      entry = GroupEntry.partition(topic.name(), partition, row.replicas());
      carrier.plan(entry);
    }
    if (!row.ready().contains(spec.id()) && !say(ChangeRow.Kind.READY, topic, partition, row)) {
      return false;
    }
    carrier.open(entry);
    return true;
  }

  /** A replica of no vote: it gets the log, and its vote from the group's leader. */
  private boolean beginAsNewcomer(Topic topic, int partition, Row row, @Nullable GroupEntry known)
      throws StartException {
    GroupEntry entry = known;
    if (entry == null) {
      List<NodeId> others = row.shown().stream().filter(n -> !n.equals(spec.id())).toList();
      entry = GroupEntry.partition(topic.name(), partition, others);
      carrier.plan(entry);
    }
    carrier.open(entry);
    return row.ready().contains(spec.id()) || say(ChangeRow.Kind.READY, topic, partition, row);
  }

  private boolean say(ChangeRow.Kind kind, Topic topic, int partition, Row row) {
    NodeId self = spec.id();
    Optional<Topic> after =
        catalog.change(
            new ChangeRow(kind, topic.name(), partition, row.generation(), List.of(self)));
    return after.isPresent()
        && after.get().rows().get(partition).ready().contains(self)
            == (kind == ChangeRow.Kind.READY);
  }
}
