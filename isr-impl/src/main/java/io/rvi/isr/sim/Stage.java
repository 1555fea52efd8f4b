package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ControllerCore;
import io.rvi.isr.protocol.ControllerEffect;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where a schedule is played: replicas whose every message is delivered, held back or lost by hand,
 * and a partition state that is written by hand or by the real controller. After each step the
 * invariants are checked. A step that finds nothing to do does nothing: a protocol that refuses a
 * step of a schedule holds.
 */
final class Stage {
  static final UUID TOPIC_ID = new UUID(0, 1);

  private static final long STEP_MS = 1;

  private final ReplicaConfig config;
  private final Invariants invariants;
  private final Map<String, Actor> actors = new LinkedHashMap<>();
  private final List<String> trace = new ArrayList<>();
  private final ControllerCore controller;
  private final SimRandom random = new SimRandom(1);
  private VersionedState stored;
  private ProposalFate fate = ProposalFate.APPLIED;
  private long nowMs = 1_000;
  private long incarnations;
  private long requests;
  private long writes;
  private long term = 1;
  private final RecordNames names = new RecordNames();

  /**
   * A stage.
   *
   * @param config of all replicas
   * @param names of the replicas, the preferred leader first
   */
  Stage(ReplicaConfig config, List<String> names) {
    this.config = config;
    invariants = new Invariants(true, config.flush() != Flush.NONE, 1);
    controller =
        new ControllerCore(
            new ControllerConfig(config.minInsyncReplicas(), false, 10, 0, 10, config.rules()));
    for (String name : names) {
      NodeId id = new NodeId(actors.size() + 1);
      actors.put(name, new Actor(name, id, this, new SimDisk(SimDisk.uuid(random))));
    }
    List<Member> all = actors.values().stream().map(this::register).toList();
    stored =
        new VersionedState(
            new PartitionState(
                TOPIC_ID, all.get(0).node(), 0, all, List.of(), 0, new Nonce("create", 1)),
            0);
  }

  /** Gives a log to a replica before the play begins: records, each with its epoch. */
  Stage holds(String name, String... records) {
    Actor actor = actor(name);
    for (String record : records) {
      int at = record.indexOf('@');
      SimBatch batch = names.record(record.substring(0, at));
      long epoch = Long.parseLong(record.substring(at + 1));
      actor.disk().append(batch.at(actor.disk().end(), epoch));
      actor.disk().forced(actor.disk().end(), actor.disk().cuts());
      invariants.appended(actor.id(), actor.disk());
    }
    return this;
  }

  /** The play begins: a leader in an epoch, with an in-sync set; all replicas are told. */
  Stage begins(String leader, long epoch, String... isr) {
    return begins(leader, epoch, 0, isr);
  }

  /** As above, with a high watermark that all replicas know already. */
  Stage begins(String leader, long epoch, long highWatermark, String... isr) {
    invariants.begin(actor(leader).disk(), highWatermark);
    for (Actor actor : actors.values()) {
      actor.disk().checkpoint(highWatermark);
      actor.start(config, nowMs);
    }
    writeState(leader, epoch, isr);
    actors.values().forEach(actor -> tell(actor.name()));
    return this;
  }

  /** ZooKeeper's state becomes this, by the controller; nobody is told yet. */
  Stage moves(String leader, String... isr) {
    note("leader is " + leader + " in epoch " + (stored.state().leaderEpoch() + 1));
    return writeState(leader, stored.state().leaderEpoch() + 1, isr);
  }

  /** A replica is told the present state. */
  Stage tell(String... names) {
    for (String name : names) {
      tell(name, stored);
    }
    return this;
  }

  /** A replica is told some state, perhaps an old one, addressed to some life. */
  Stage tell(String name, VersionedState state) {
    return tell(name, state, actor(name).self().incarnation());
  }

  /** As above. */
  Stage tell(String name, VersionedState state, long incarnation) {
    List<NodeId> all = actors.values().stream().map(Actor::id).toList();
    List<Member> live = actors.values().stream().filter(Actor::isAlive).map(Actor::self).toList();
    Metadata metadata = new Metadata(SimCluster.PARTITION, term, incarnation, all, live, state);
    return step(name, new ReplicaEvent.MetadataReceived(metadata));
  }

  /** A client appends a record at a replica. */
  Stage append(String name, String record) {
    note(name + " is given " + record + " to append");
    long request = ++requests;
    return step(name, new ReplicaEvent.Produce(request, names.record(record), Long.MAX_VALUE));
  }

  /** The fetch that a replica has sent arrives. */
  Stage fetch(String name) {
    Actor actor = actor(name);
    ReplicaEffect.SendFetch fetch = actor.takeFetch();
    if (fetch != null) {
      note("fetch of " + name + " at " + fetch.request().fetchOffset() + " arrives");
      Actor leader = byId(fetch.leader());
      step(leader.name(), new ReplicaEvent.FetchReceived(actor.id().value(), fetch.request()));
    }
    return this;
  }

  /** The answer that a replica waits for arrives. */
  Stage answer(String name) {
    FetchResponse response = actor(name).takeAnswer();
    if (response != null) {
      note("answer for " + name + " arrives: " + names.describe(response));
      step(name, new ReplicaEvent.FetchAnswered(response));
    }
    return this;
  }

  /** The fetch that a replica has sent is held up on its way. */
  Stage holdUp(String name) {
    actor(name).holdUpFetch();
    note("fetch of " + name + " is held up");
    return this;
  }

  /** The fetch that was held up arrives, whatever has become of its sender. */
  Stage late(String name) {
    ReplicaEffect.SendFetch fetch = actor(name).heldUpFetch();
    note("fetch of " + name + " at " + fetch.request().fetchOffset() + " arrives late");
    String leader = byId(fetch.leader()).name();
    return step(leader, new ReplicaEvent.FetchReceived(actor(name).id().value(), fetch.request()));
  }

  /** The answer that a replica took, and that told it to cut, arrives once more. */
  Stage again(String name) {
    FetchResponse response = actor(name).lastDivergence();
    note("answer for " + name + " arrives again: " + names.describe(response));
    return step(name, new ReplicaEvent.FetchAnswered(response));
  }

  /** The answer that a replica waits for is lost. */
  Stage lose(String name) {
    FetchResponse response = actor(name).takeAnswer();
    if (response != null) {
      note("answer for " + name + " is lost: " + names.describe(response));
    }
    return this;
  }

  /** Fetches and answers until a replica has nothing more to learn. */
  Stage replicate(String... names) {
    for (String name : names) {
      for (int i = 0; i < 4; i++) {
        fetch(name).answer(name);
      }
    }
    return this;
  }

  /** Time passes: waiting fetches are answered, the high watermark is checkpointed. */
  Stage wait(String... names) {
    nowMs += config.times().checkpointMs();
    for (String name : names) {
      step(name, new ReplicaEvent.Tick());
    }
    return this;
  }

  /** The process dies; its disk keeps all that was written. */
  Stage kill(String name) {
    note(name + " dies");
    actor(name).die();
    return this;
  }

  /** The node loses power; its disk keeps what was forced, and {@code kept} records more. */
  Stage losePower(String name, long kept) {
    Actor actor = actor(name);
    actor.die();
    if (config.flush() == Flush.NONE) {
      actor.disk().truncateTo(kept);
      boolean losesIdentity = config.rules().storageMatters();
      actor.disk().losePower(random, losesIdentity ? SimDisk.uuid(random) : actor.storageId());
    } else {
      actor.disk().losePower(random, actor.storageId());
    }
    note(name + " loses power, its disk keeps " + names.describe(actor.disk().batches()));
    return this;
  }

  /** The node gets a new disk. */
  Stage wipe(String name) {
    note(name + " loses its disk");
    actor(name).die();
    actor(name).disk().wipe(SimDisk.uuid(random));
    return this;
  }

  /** A dead node starts again, and registers. */
  Stage start(String name) {
    Actor actor = actor(name);
    register(actor);
    note(name + " starts as " + actor.self() + " with " + names.describe(actor.disk().batches()));
    actor.start(config, nowMs);
    return check();
  }

  /** The controller sees exactly these nodes, does what it must, and all of them are told. */
  Stage controllerSees(String... names) {
    List<Member> seen = new ArrayList<>();
    for (String name : names) {
      seen.add(actor(name).self());
    }
    note("the controller sees " + seen);
    long version = stored.version();
    List<NodeId> all = actors.values().stream().map(Actor::id).toList();
    TopicAssignment topic =
        new TopicAssignment(SimCluster.PARTITION.topic(), TOPIC_ID, List.of(all));
    control(new ControllerEvent.Won(++term));
    control(
        new ControllerEvent.ClusterRead(
            seen, List.of(topic), Map.of(SimCluster.PARTITION, stored)));
    if (stored.version() == version) {
      note("the controller elects nobody new: " + controller.offline().values());
    }
    return this;
  }

  /** From now on, what becomes of proposals. */
  Stage proposals(ProposalFate next) {
    fate = next;
    return this;
  }

  /** The state as it is stored. */
  VersionedState stored() {
    return stored;
  }

  RecordNames recordNames() {
    return names;
  }

  List<String> trace() {
    return trace;
  }

  Invariants invariants() {
    return invariants;
  }

  Actor actor(String name) {
    Actor actor = actors.get(name);
    if (actor == null) {
      throw new IllegalArgumentException("no actor " + name);
    }
    return actor;
  }

  void note(String line) {
    trace.add(line);
  }

  private Actor byId(NodeId id) {
    return actors.values().stream().filter(a -> a.id().equals(id)).findFirst().orElseThrow();
  }

  private Member register(Actor actor) {
    return actor.register(++incarnations);
  }

  private Stage writeState(String leader, long epoch, String... isr) {
    List<Member> members = new ArrayList<>();
    for (String name : isr) {
      members.add(actor(name).self());
    }
    PartitionState next =
        new PartitionState(
            TOPIC_ID,
            actor(leader).id(),
            epoch,
            members,
            List.of(),
            term,
            new Nonce("script", ++writes));
    stored = new VersionedState(next, stored.version() + 1);
    return check();
  }

  Stage step(String name, ReplicaEvent event) {
    nowMs += STEP_MS;
    actor(name).handle(event, nowMs);
    return check();
  }

  Stage check() {
    for (Actor actor : actors.values()) {
      if (actor.isAlive()) {
        invariants.checkNode(actor);
      }
    }
    invariants.checkStored(stored, List.copyOf(actors.values()));
    return this;
  }

  /** A fetch of the actor with this number is answered. */
  void answered(ReplicaEffect.AnswerFetch answer, SimDisk from) {
    List<SimBatch> batches =
        from.read(answer.head().fetchOffset(), answer.upToOffset(), Integer.MAX_VALUE);
    byId(new NodeId((int) answer.requestId())).hold(answer.head().withBatches(batches));
  }

  /** A leader proposes an in-sync set. */
  void proposed(Actor by, ReplicaEffect.ProposeIsr proposal) {
    note(by.name() + " proposes in sync " + proposal.proposed().isr());
    Nonce nonce = proposal.proposed().nonce();
    if (fate == ProposalFate.UNDER_WAY) {
      return;
    }
    WriteOutcome outcome = new WriteOutcome.Rejected(stored);
    if (proposal.expectedVersion() == stored.version()) {
      stored = new VersionedState(proposal.proposed(), stored.version() + 1);
      outcome = new WriteOutcome.Committed(stored.version());
      note("stored: in sync " + stored.state().isr());
      invariants.checkStored(stored, List.copyOf(actors.values()));
    }
    if (fate == ProposalFate.APPLIED) {
      by.enqueue(new ReplicaEvent.ProposalAnswered(nonce, outcome));
    } else if (fate == ProposalFate.APPLIED_LOST) {
      note("the answer is lost");
      by.enqueue(new ReplicaEvent.ProposalAnswered(nonce, new WriteOutcome.Unknown()));
    }
  }

  private void control(ControllerEvent event) {
    List<ControllerEffect> effects = new ArrayList<>();
    controller.handle(event, nowMs, effects);
    for (ControllerEffect effect : effects) {
      if (effect instanceof ControllerEffect.WriteState write) {
        stored = new VersionedState(write.state(), stored.version() + 1);
        note("the controller stores " + SimZooKeeper.describe(stored));
        check();
        WriteOutcome done = new WriteOutcome.Committed(stored.version());
        control(new ControllerEvent.WriteAnswered(write.writeId(), done));
      } else if (effect instanceof ControllerEffect.SendMetadata send) {
        Actor actor = byId(send.node());
        if (actor.isAlive()) {
          step(actor.name(), new ReplicaEvent.MetadataReceived(send.metadata()));
        }
      }
    }
  }
}
