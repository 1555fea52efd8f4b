package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Effects;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ProduceError;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaCore;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A replica on a {@link Stage}: its disk obeys at once, its messages wait for the script. */
final class Actor implements Observed {
  // A design that goes back and forth for ever must not do so on the stage.
  private static final int TURNS_MAX = 10;

  private final String name;
  private final NodeId id;
  private final Stage stage;
  private final SimDisk disk;
  private final ArrayDeque<ReplicaEvent> next = new ArrayDeque<>();
  private @Nullable ReplicaCore core;
  private @Nullable Member self;
  private ReplicaEffect.@Nullable SendFetch fetch;
  private @Nullable FetchResponse answer;
  // What the network may still hold; outlives the process.
  private ReplicaEffect.@Nullable SendFetch heldUp;
  private @Nullable FetchResponse lastDivergence;
  // Whether the disk has not done yet what it was asked to about epochs; a crash undoes it.
  private boolean slowDisk;
  private boolean cutsWhole;

  Actor(String name, NodeId id, Stage stage, SimDisk disk) {
    this.name = name;
    this.id = id;
    this.stage = stage;
    this.disk = disk;
  }

  String name() {
    return name;
  }

  @Override
  public NodeId id() {
    return id;
  }

  @Override
  public SimDisk disk() {
    return disk;
  }

  @Override
  public @Nullable ReplicaStatus status() {
    return core == null ? null : core.status();
  }

  @Override
  public @Nullable IsrState isrState() {
    return core == null ? null : core.isrState();
  }

  @Override
  public Member actingAs() {
    return self();
  }

  UUID storageId() {
    return disk.storageId();
  }

  Member self() {
    return Objects.requireNonNull(self, "not registered");
  }

  boolean isAlive() {
    return core != null;
  }

  Member register(long incarnation) {
    self = new Member(id, disk.storageId(), incarnation);
    return self;
  }

  void start(ReplicaConfig config, long nowMs) {
    ReplicaCore started =
        new ReplicaCore(self(), SimCluster.PARTITION, Stage.TOPIC_ID, disk.recover(config), config);
    core = started;
    cutsWhole = config.truncation() == TruncationStrategy.LEADER_EPOCH;
    Effects effects = new Effects();
    started.start(nowMs, effects);
    started.settle(nowMs, effects);
    carryOut(effects);
  }

  /** From now on, until it dies, the disk takes its time to store which epoch is accepted. */
  void slowDisk() {
    slowDisk = true;
  }

  void die() {
    slowDisk = false;
    core = null;
    fetch = null;
    answer = null;
    next.clear();
  }

  void enqueue(ReplicaEvent event) {
    next.add(event);
  }

  void hold(FetchResponse response) {
    answer = response;
  }

  ReplicaEffect.@Nullable SendFetch takeFetch() {
    ReplicaEffect.SendFetch taken = fetch;
    fetch = null;
    return taken;
  }

  @Nullable FetchResponse takeAnswer() {
    FetchResponse taken = answer;
    answer = null;
    if (taken != null && taken.diverging() != null) {
      lastDivergence = taken;
    }
    return taken;
  }

  FetchResponse lastDivergence() {
    return Objects.requireNonNull(lastDivergence, "no log departed");
  }

  void holdUpFetch() {
    heldUp = takeFetch();
  }

  ReplicaEffect.SendFetch heldUpFetch() {
    return Objects.requireNonNull(heldUp, "no fetch is held up");
  }

  /** One turn for the event, and one for each that follows from it at once, within reason. */
  void handle(ReplicaEvent event, long nowMs) {
    next.add(event);
    for (int turns = 0; turns < TURNS_MAX && !next.isEmpty() && core != null; turns++) {
      Effects effects = new Effects();
      core.handle(next.poll(), nowMs, effects);
      core.settle(nowMs, effects);
      carryOut(effects);
    }
    next.clear();
  }

  private void carryOut(Effects effects) {
    effects.persist().forEach(this::persist);
    if (core != null) {
      stage.invariants().checkNode(this);
    }
    for (ReplicaEffect.Send effect : effects.send()) {
      if (effect instanceof ReplicaEffect.SendFetch sent) {
        fetch = sent;
      } else if (effect instanceof ReplicaEffect.AnswerFetch answered) {
        stage.answered(answered, disk);
      } else if (effect instanceof ReplicaEffect.ProposeIsr proposed) {
        stage.proposed(this, proposed);
      }
    }
    for (ReplicaEffect.Acknowledge effect : effects.acknowledge()) {
      if (effect instanceof ReplicaEffect.AnswerProduce produced) {
        boolean acked = produced.error() == ProduceError.NONE;
        stage.note(
            name
                + (acked
                    ? " acknowledges the record at " + produced.baseOffset()
                    : " refuses a record: " + produced.error()));
      } else if (effect instanceof ReplicaEffect.Halted halted) {
        throw new InvariantViolation("G11 NoTruncationBelowHighWatermark", halted.reason());
      } else {
        stage.note(name + ": " + effect);
      }
    }
  }

  private void persist(ReplicaEffect.Persist effect) {
    if (effect instanceof ReplicaEffect.Append append) {
      SimBatch batch = ((SimBatch) append.batch()).at(append.baseOffset(), append.epoch());
      disk.append(batch);
      stage.note(name + " holds " + stage.recordNames().describe(disk.batches()));
      stage.invariants().appended(id, disk);
    } else if (effect instanceof ReplicaEffect.TruncateTo cut) {
      if (cutsWhole) {
        Invariants.checkCutPoint(id, cut.offset(), disk);
      }
      disk.truncateTo(cut.offset());
      stage.note(
          name
              + " cuts its log at "
              + cut.offset()
              + ": "
              + stage.recordNames().describe(disk.batches()));
    } else if (effect instanceof ReplicaEffect.CheckpointHighWatermark checkpoint) {
      disk.checkpoint(checkpoint.highWatermark());
      stage.note(name + " checkpoints high watermark " + checkpoint.highWatermark());
    } else if (effect instanceof ReplicaEffect.Flush flush) {
      disk.forced(flush.upTo(), disk.cuts());
      enqueue(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));
    } else if (effect instanceof ReplicaEffect.PersistAcceptedEpoch accepted) {
      if (!slowDisk) {
        disk.persistAcceptedEpoch(accepted.epoch());
        enqueue(new ReplicaEvent.AcceptedEpochDurable(accepted.epoch()));
      }
    } else if (effect instanceof ReplicaEffect.PersistEpochStart start) {
      disk.persistEpochStart(new OffsetAndEpoch(start.startOffset(), start.epoch()));
      enqueue(new ReplicaEvent.EpochStartDurable(start.epoch()));
    }
  }
}
