package io.rvi.bench.experiment;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OperationLog;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Kills every replica, one after the other, and sees after each whether writes resume. Once they
 * have stopped they cannot resume by further kills, nor after the last replica's: these kills are
 * made, but nothing is asked after them.
 */
final class KillSequence {
  /** For the answer that a client gets where writes have stopped. */
  private static final Duration REFUSAL_MAX = Duration.ofSeconds(2);

  private static final int READ_BYTES = 1 << 16;

  private final CrashScene scene;
  private final boolean leaderFirst;
  private final List<PendingKill> kills = new ArrayList<>();
  private CrashFinding.@Nullable Refusal refusal;

  KillSequence(CrashScene scene, boolean leaderFirst) {
    this.scene = scene;
    this.leaderFirst = leaderFirst;
  }

  void run(OpenLoop loop) throws TrialException, InterruptedException, StartException {
    List<NodeId> alive = new ArrayList<>(scene.cluster().nodes());
    boolean writing = true;
    for (int down = 1; !alive.isEmpty(); down++) {
      NodeId victim = victim(alive, down, writing);
      boolean leads = (down == 1 && leaderFirst) || (writing && scene.leads(victim));
      alive.remove(victim);
      long atNs = loop.elapsedNs();
      String proof = scene.kill(List.of(victim));
      // An append that was sent before this may have been acknowledged by the one that died.
      long downNs = loop.elapsedNs();
      boolean asked = writing && !alive.isEmpty();
      boolean resumed = asked && scene.resumes(loop, downNs);
      kills.add(new PendingKill(victim, leads, down, atNs, asked, resumed, proof));
      if (asked && !resumed && !leaderFirst) {
        refusal = askWhatIsRefused(down);
      }
      writing = resumed;
      if (resumed) {
        scene.settle();
      }
    }
  }

  private NodeId victim(List<NodeId> alive, int down, boolean writing)
      throws TrialException, InterruptedException {
    if (leaderFirst || !writing || alive.size() == 1) {
      return down == 1 ? scene.leader() : scene.pick(alive);
    }
    NodeId leader = scene.leader();
    return scene.pick(alive.stream().filter(node -> !node.equals(leader)).toList());
  }

  /** What an append and a read come to while too few replicas are up, the leader among them. */
  private CrashFinding.Refusal askWhatIsRefused(int down)
      throws InterruptedException, StartException {
    try (LogClient client =
        scene
            .cluster()
            .connect(
                "refused",
                Map.of(CommonSettings.REQUEST_DEADLINE.key(), REFUSAL_MAX.toMillis() + "ms"))) {
      ReplicatedLog log = client.open(scene.topic(), 0);
      String append = code(log.append(new byte[scene.cell().recordBytes()]));
      String read = code(log.read(0, READ_BYTES, Consistency.COMMITTED));
      return new CrashFinding.Refusal(down, append, read);
    }
  }

  /** The error's code, or an empty text where there was none. */
  private static String code(CompletableFuture<?> future) throws InterruptedException {
    try {
      Object unused = future.get(2 * REFUSAL_MAX.toMillis(), TimeUnit.MILLISECONDS);
      return "";
    } catch (ExecutionException e) {
      return e.getCause() instanceof LogException typed
          ? typed.code().name()
          : String.valueOf(e.getCause());
    } catch (TimeoutException e) {
      return "no answer by the deadline";
    }
  }

  CrashFinding.@Nullable Refusal refusal() {
    return refusal;
  }

  List<CrashFinding.Kill> findings(OperationLog operations, long restartNs) {
    List<CrashFinding.Kill> findings = new ArrayList<>();
    for (int i = 0; i < kills.size(); i++) {
      PendingKill kill = kills.get(i);
      long untilNs = i + 1 < kills.size() ? kills.get(i + 1).atNs() : restartNs;
      findings.add(
          new CrashFinding.Kill(
              kill.node(),
              kill.leader(),
              kill.down(),
              kill.atNs() / 1_000_000,
              kill.asked() ? kill.resumed() : null,
              CrashScene.outageNs(operations, kill.resumed(), kill.atNs(), untilNs),
              kill.proof()));
    }
    return findings;
  }

  private record PendingKill(
      NodeId node,
      boolean leader,
      int down,
      long atNs,
      boolean asked,
      boolean resumed,
      String proof) {}
}
