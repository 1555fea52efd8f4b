package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.fault.Health;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OperationLog;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Kills several replicas at once, sees whether writes resume, and brings them back; begins with as
 * many as theory grants and looks for the number where writes stop, upwards while they resume, else
 * downwards.
 */
final class KillCrowds {
  private final CrashScene scene;
  private final boolean withLeader;
  private final List<PendingCrowd> crowds = new ArrayList<>();

  KillCrowds(CrashScene scene, boolean withLeader) {
    this.scene = scene;
    this.withLeader = withLeader;
  }

  void run(OpenLoop loop) throws TrialException, InterruptedException, StartException {
    int most = scene.cell().replicas() - 1;
    int theory = Predictions.tolerance(scene.cell()).writesResume();
    int size = Math.min(Math.max(theory, 1), most);
    boolean resumed = kill(loop, size);
    int step = resumed ? 1 : -1;
    for (int next = size + step; next >= 1 && next <= most; next += step) {
      if (kill(loop, next) != resumed) {
        break;
      }
    }
    // All that is read back is to have been through a restart.
    String unused = scene.kill(scene.cluster().nodes());
  }

  private boolean kill(OpenLoop loop, int size)
      throws TrialException, InterruptedException, StartException {
    NodeId leader = scene.leader();
    List<NodeId> followers = new ArrayList<>(scene.cluster().nodes());
    followers.remove(leader);
    Collections.shuffle(followers, scene.random());
    List<NodeId> victims = new ArrayList<>(withLeader ? List.of(leader) : List.of());
    victims.addAll(followers.subList(0, size - victims.size()));
    long atNs = loop.elapsedNs();
    String proof = scene.kill(victims);
    long downNs = loop.elapsedNs();
    boolean resumed = scene.resumes(loop, downNs);
    long untilNs = loop.elapsedNs();
    crowds.add(new PendingCrowd(victims, atNs, untilNs, resumed, proof));
    new ParallelStart(scene.cluster()).all(victims);
    CrashScene.awaitAck(loop, loop.elapsedNs(), "writes did not resume after a restart");
    String complaint =
        new Health(scene.cluster(), scene.topic()).await(CrashScene.SERVING_MAX).orElse("");
    if (!complaint.isEmpty()) {
      throw new TrialException("not level after a restart: " + complaint, null);
    }
    scene.settle();
    return resumed;
  }

  List<CrashFinding.Crowd> findings(OperationLog operations) {
    return crowds.stream()
        .map(
            crowd ->
                new CrashFinding.Crowd(
                    crowd.nodes(),
                    withLeader,
                    crowd.atNs() / 1_000_000,
                    crowd.resumed(),
                    CrashScene.outageNs(operations, crowd.resumed(), crowd.atNs(), crowd.untilNs()),
                    crowd.proof()))
        .toList();
  }

  private record PendingCrowd(
      List<NodeId> nodes, long atNs, long untilNs, boolean resumed, String proof) {}
}
