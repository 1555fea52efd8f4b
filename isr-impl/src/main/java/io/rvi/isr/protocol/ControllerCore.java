package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEffect.AdminResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The controller of a cluster: makes topics, elects leaders, tells replicas. Every node has one; it
 * acts between {@link ControllerEvent.Won} and {@link ControllerEvent.Lost} only. Pure: what it
 * does is a function of its state, an event and the time.
 *
 * <p>It works level by level: whatever it learns, it compares what is stored with what should be,
 * and writes the difference by compare-and-set, one write of a partition at a time. So nothing
 * rests on seeing every change, nor on the order in which answers come.
 */
public final class ControllerCore {
  private static final long OUT_OF_OFFICE = -1;

  private final ControllerConfig config;
  private final ClusterView cluster;
  private final Election election;
  private final Reassignment reassignment;

  // In office: the epoch, 0 or more. Nothing below outlives the term.
  private long epoch = OUT_OF_OFFICE;
  private boolean loaded;
  private final Map<String, TopicAssignment> topics = new TreeMap<>();
  private final Map<TopicPartition, PartitionControl> partitions = new LinkedHashMap<>();
  private final Map<Long, TopicPartition> stateWrites = new LinkedHashMap<>();
  private final TopicCreation topicCreation = new TopicCreation();
  private final List<ControllerEvent.ShutdownRequested> shutdowns = new ArrayList<>();
  private long preferredAtMs;
  private final WriteCounter writer = new WriteCounter();

  /**
   * A controller out of office.
   *
   * @param config its configuration
   */
  public ControllerCore(ControllerConfig config) {
    this.config = config;
    cluster = new ClusterView(config.rules());
    election = new Election(cluster, config.uncleanElection());
    reassignment = new Reassignment(cluster, election);
  }

  /**
   * Takes an event.
   *
   * @param event the event
   * @param nowMs the time on a monotonic clock
   * @param out takes what must be done, in order
   */
  public void handle(ControllerEvent event, long nowMs, List<ControllerEffect> out) {
    if (event instanceof ControllerEvent.Won won) {
      begin(won.controllerEpoch(), nowMs, out);
    } else if (event instanceof ControllerEvent.Lost) {
      end(out);
    } else if (epoch == OUT_OF_OFFICE) {
      refuse(event, AdminResult.NOT_CONTROLLER, "", out);
    } else if (event instanceof ControllerEvent.ClusterRead read) {
      load(read, nowMs, out);
    } else if (!loaded) {
      refuse(event, AdminResult.NOT_NOW, "the controller has just begun: try again", out);
    } else {
      handleInOffice(event, nowMs, out);
    }
  }

  private void handleInOffice(ControllerEvent event, long nowMs, List<ControllerEffect> out) {
    if (event instanceof ControllerEvent.RegistrationsRead read) {
      cluster.update(read.registrations());
      workAll(nowMs, out);
    } else if (event instanceof ControllerEvent.StateRead read) {
      stateRead(read, nowMs, out);
    } else if (event instanceof ControllerEvent.WriteAnswered answered) {
      writeAnswered(answered, nowMs, out);
    } else if (event instanceof ControllerEvent.MetadataAcknowledged acknowledged) {
      PartitionControl control = partitions.get(acknowledged.partition());
      if (control != null) {
        control.acknowledged(acknowledged);
      }
    } else if (event instanceof ControllerEvent.CreateTopic create) {
      topicCreation.begin(create, cluster, topics, placed(), writer, out);
    } else if (event instanceof ControllerEvent.ShutdownRequested requested) {
      shutdown(requested, nowMs, out);
    } else if (event instanceof ControllerEvent.Reassign wish) {
      PartitionControl control = partitions.get(wish.partition());
      reassignment.wish(wish, control, out);
      workIfKnown(control, nowMs, out);
    } else if (event instanceof ControllerEvent.TransferLeadership wish) {
      PartitionControl control = partitions.get(wish.partition());
      reassignment.wish(wish, control, out);
      workIfKnown(control, nowMs, out);
    } else if (event instanceof ControllerEvent.Tick) {
      tick(nowMs, out);
    }
  }

  /** The epoch of the present term, or -1 out of office. */
  public long epoch() {
    return epoch;
  }

  /** The partitions without a leader that is registered, and why nobody can be elected. */
  public Map<TopicPartition, String> offline() {
    Map<TopicPartition, String> offline = new LinkedHashMap<>();
    for (PartitionControl control : partitions.values()) {
      VersionedState current = control.current();
      if (current != null && !cluster.isThisLife(current.state().leaderMember())) {
        offline.put(control.partition(), election.whyOffline(current.state()));
      }
    }
    return offline;
  }

  private void begin(long controllerEpoch, long nowMs, List<ControllerEffect> out) {
    end(out);
    epoch = controllerEpoch;
    writer.begin(epoch);
    preferredAtMs = nowMs + config.preferredLeaderMs();
    out.add(new ControllerEffect.ReadAll());
  }

  private void end(List<ControllerEffect> out) {
    for (ControllerEvent.ShutdownRequested requested : shutdowns) {
      TopicCreation.answer(requested.requestId(), AdminResult.NOT_CONTROLLER, "", out);
    }
    topicCreation.end(out);
    epoch = OUT_OF_OFFICE;
    loaded = false;
    cluster.update(List.of());
    topics.clear();
    partitions.clear();
    stateWrites.clear();
    shutdowns.clear();
  }

  private void load(ControllerEvent.ClusterRead read, long nowMs, List<ControllerEffect> out) {
    loaded = true;
    cluster.update(read.registrations());
    for (TopicAssignment topic : read.assignments()) {
      topics.put(topic.topic(), topic);
      for (int i = 0; i < topic.replicas().size(); i++) {
        TopicPartition partition = new TopicPartition(topic.topic(), i);
        List<NodeId> replicas = topic.replicas().get(i);
        VersionedState state = read.states().get(partition);
        PartitionControl control =
            partitions.computeIfAbsent(
                partition, key -> new PartitionControl(key, topic.topicId(), replicas));
        if (state != null) {
          control.observe(state);
        }
      }
    }
    workAll(nowMs, out);
  }

  private void workAll(long nowMs, List<ControllerEffect> out) {
    partitions.values().forEach(control -> work(control, nowMs, out));
    finishShutdowns(out);
  }

  private void workIfKnown(
      @Nullable PartitionControl control, long nowMs, List<ControllerEffect> out) {
    if (control != null) {
      work(control, nowMs, out);
    }
  }

  /** Brings one partition nearer to what it should be, and its replicas up to date. */
  private void work(PartitionControl control, long nowMs, List<ControllerEffect> out) {
    if (control.shouldRead(nowMs, config.metadataRetryMs())) {
      out.add(new ControllerEffect.ReadState(control.partition()));
    }
    VersionedState current = control.current();
    if (current != null && control.isIdle(nowMs)) {
      PartitionState next = next(control, current.state());
      if (next != null) {
        long id = next.nonce().number();
        control.begin(new PartitionControl.Write(id, current.version(), next));
        stateWrites.put(id, control.partition());
        out.add(new ControllerEffect.WriteState(id, control.partition(), current.version(), next));
      }
    }
    send(control, nowMs, out);
  }

  /** What should be stored instead of the present state, or null if it is fine. */
  private @Nullable PartitionState next(PartitionControl control, PartitionState state) {
    Reassignment.Step step = null;
    if (election.isDue(state)) {
      Election.Elected elected = election.elect(state, control.replicas());
      if (elected == null) {
        control.doubt();
      } else {
        step = new Reassignment.Step(elected, state.placement());
      }
    } else {
      step = reassignment.next(control, state);
    }
    if (step == null) {
      return null;
    }
    Election.Elected elected = step.elected();
    return new PartitionState(
        state.topicId(),
        elected.leader(),
        state.leaderEpoch() + 1,
        elected.isr(),
        elected.elr(),
        epoch,
        writer.next(),
        step.placement());
  }

  /** Sends the present state to each replica that does not have it; to the leader first. */
  private void send(PartitionControl control, long nowMs, List<ControllerEffect> out) {
    VersionedState current = control.current();
    if (current == null) {
      return;
    }
    NodeId leader = current.state().leader();
    List<Member> live = cluster.live(control.replicas());
    List<NodeId> nodes = new ArrayList<>(List.of(leader));
    control.replicas().stream().filter(node -> !node.equals(leader)).forEach(nodes::add);
    for (NodeId node : nodes) {
      Member registered = cluster.of(node);
      if (registered != null && control.shouldSend(registered, nowMs, config.metadataRetryMs())) {
        control.noteSent(registered, nowMs);
        Metadata metadata =
            new Metadata(
                control.partition(),
                epoch,
                registered.incarnation(),
                control.replicas(),
                live,
                current);
        out.add(new ControllerEffect.SendMetadata(node, metadata));
      }
    }
  }

  private void stateRead(ControllerEvent.StateRead read, long nowMs, List<ControllerEffect> out) {
    PartitionControl control = partitions.get(read.partition());
    if (control != null) {
      control.observe(read.current());
      work(control, nowMs, out);
      finishShutdowns(out);
    }
  }

  private void writeAnswered(
      ControllerEvent.WriteAnswered answered, long nowMs, List<ControllerEffect> out) {
    TopicPartition partition = stateWrites.remove(answered.writeId());
    boolean created = topicCreation.awaits(answered.writeId());
    boolean ours = partition != null || created;
    if (ours && answered.outcome() instanceof WriteOutcome.ControllerMoved) {
      end(out);
      out.add(new ControllerEffect.Resign());
      return;
    }
    PartitionControl control = partition == null ? null : partitions.get(partition);
    if (control != null) {
      control.answered(answered.outcome(), nowMs, config.metadataRetryMs());
      work(control, nowMs, out);
    } else if (created) {
      topicCreated(topicCreation.answered(answered, out), nowMs, out);
    }
    finishShutdowns(out);
  }

  private void tick(long nowMs, List<ControllerEffect> out) {
    boolean preferredDue = config.preferredLeaderMs() > 0 && nowMs >= preferredAtMs;
    if (preferredDue) {
      preferredAtMs = nowMs + config.preferredLeaderMs();
    }
    for (PartitionControl control : partitions.values()) {
      VersionedState current = control.current();
      if (current == null) {
        continue;
      }
      boolean moves = preferredDue && !current.state().leader().equals(control.replicas().get(0));
      if (moves) {
        control.wantLeader(control.replicas().get(0));
        // Members join without the controller: look before judging.
        out.add(new ControllerEffect.ReadState(control.partition()));
      }
    }
    workAll(nowMs, out);
  }

  /** The topics as their partitions lie now. */
  private List<TopicAssignment> placed() {
    List<TopicAssignment> placed = new ArrayList<>();
    for (TopicAssignment topic : topics.values()) {
      List<List<NodeId>> replicas = new ArrayList<>();
      for (int i = 0; i < topic.replicas().size(); i++) {
        PartitionControl control = partitions.get(new TopicPartition(topic.topic(), i));
        replicas.add(control == null ? topic.replicas().get(i) : control.target());
      }
      placed.add(new TopicAssignment(topic.topic(), topic.topicId(), replicas));
    }
    return placed;
  }

  private void topicCreated(
      TopicCreation.@Nullable Created created, long nowMs, List<ControllerEffect> out) {
    if (created == null) {
      return;
    }
    TopicAssignment assignment = created.assignment();
    topics.put(assignment.topic(), assignment);
    for (int i = 0; i < created.states().size(); i++) {
      TopicPartition partition = new TopicPartition(assignment.topic(), i);
      PartitionControl control =
          new PartitionControl(partition, assignment.topicId(), assignment.replicas().get(i));
      control.observe(new VersionedState(created.states().get(i), 0));
      partitions.put(partition, control);
      work(control, nowMs, out);
    }
    TopicCreation.answer(created.requestId(), AdminResult.DONE, "", out);
  }

  private void shutdown(
      ControllerEvent.ShutdownRequested requested, long nowMs, List<ControllerEffect> out) {
    if (!cluster.stop(requested.node(), requested.incarnation())) {
      String detail = requested.node() + " is not registered in life " + requested.incarnation();
      TopicCreation.answer(requested.requestId(), AdminResult.INVALID, detail, out);
      return;
    }
    shutdowns.add(requested);
    workAll(nowMs, out);
  }

  /** Answers the nodes that wait to stop and lead nothing any more that another could lead. */
  private void finishShutdowns(List<ControllerEffect> out) {
    shutdowns.removeIf(
        requested -> {
          boolean done = partitions.values().stream().noneMatch(c -> isMoving(c, requested.node()));
          if (done) {
            TopicCreation.answer(requested.requestId(), AdminResult.DONE, "", out);
          }
          return done;
        });
  }

  private boolean isMoving(PartitionControl control, NodeId from) {
    VersionedState current = control.current();
    return current != null
        && current.state().leader().equals(from)
        && (control.write() != null || election.elect(current.state(), control.replicas()) != null);
  }

  private static void refuse(
      ControllerEvent event, AdminResult result, String detail, List<ControllerEffect> out) {
    if (event instanceof ControllerEvent.CreateTopic create) {
      TopicCreation.answer(create.requestId(), result, detail, out);
    } else if (event instanceof ControllerEvent.ShutdownRequested requested) {
      TopicCreation.answer(requested.requestId(), result, detail, out);
    } else if (event instanceof ControllerEvent.Reassign wish) {
      TopicCreation.answer(wish.requestId(), result, detail, out);
    } else if (event instanceof ControllerEvent.TransferLeadership wish) {
      TopicCreation.answer(wish.requestId(), result, detail, out);
    }
  }
}
