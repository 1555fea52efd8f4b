package io.rvi.raft.client;

import io.rvi.api.ErrorCode;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.wire.Query;
import io.rvi.raft.wire.ReplicaStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.jspecify.annotations.Nullable;

/**
 * Knows who leads a group, and finds out by asking all its replicas how they are.
 *
 * <p>Asking carries no record: so while no leader is found nothing was sent, and an append that
 * ends then is known not to be committed.
 */
final class LeaderTracker {
  /** Time between two rounds of questions: at first, and at the most. */
  private static final Duration ROUND_MIN = Duration.ofMillis(10);

  private static final Duration ROUND_MAX = Duration.ofMillis(100);

  /** Rounds for which a leader that did not answer in time is not believed again. */
  private static final int ROUNDS_OF_DOUBT = 4;

  private final RaftGroupId catalog;
  private final RaftGroupId group;
  private final List<NodeId> replicas;
  private final Links links;
  private final Clock clock;
  private final Mailbox mailbox = new Mailbox();

  private volatile @Nullable Leader known;

  // Confined to the mailbox from here on.
  private @Nullable Leader doubted;
  private @Nullable CompletableFuture<Leader> search;
  private long searchUntil;
  private int round;

  /** The latest term in which a leader was found; only grows. */
  private long termSeen;

  /** Replicas whose answer is awaited, so that a silent one is not asked again and again. */
  private final Set<NodeId> asked = new HashSet<>();

  /**
   * A tracker that knows no leader yet.
   *
   * @param catalog the group through which any node can be asked
   * @param group the group whose leader it tracks
   * @param replicas the nodes that may carry it
   * @param links the client's connections
   * @param clock the client's timer
   */
  LeaderTracker(
      RaftGroupId catalog, RaftGroupId group, List<NodeId> replicas, Links links, Clock clock) {
    this.catalog = catalog;
    this.group = group;
    this.replicas = List.copyOf(replicas);
    this.links = links;
    this.clock = clock;
  }

  RaftGroupId group() {
    return group;
  }

  RaftGroupId catalog() {
    return catalog;
  }

  List<NodeId> replicas() {
    return replicas;
  }

  /**
   * Finds the leader.
   *
   * @param deadline until when to look, by {@link Clock#now}
   * @return the leader last known or found; fails with {@link ErrorCode#NO_LEADER} at the deadline
   *     of the most patient caller
   */
  CompletableFuture<Leader> find(long deadline) {
    Leader leader = known;
    if (leader != null) {
      return CompletableFuture.completedFuture(leader);
    }
    CompletableFuture<Leader> answer = new CompletableFuture<>();
    mailbox.execute(() -> join(answer, deadline));
    return answer;
  }

  /**
   * Forgets a leader that failed a request.
   *
   * @param leader the one that failed; nothing happens when another is known meanwhile
   * @param silent whether it did not answer at all, rather than refuse
   */
  void lost(Leader leader, boolean silent) {
    mailbox.execute(
        () -> {
          if (silent) {
            doubted = leader;
          }
          Leader now = known;
          if (now != null && now.isSameAs(leader)) {
            known = null;
          }
        });
  }

  /**
   * Asks once whether somebody leads in a later term than the leader known.
   *
   * @param found run when so
   */
  void lookForNewer(Runnable found) {
    for (NodeId node : replicas) {
      Futures.onEnd(
          links.shared(node).ask(catalog, new Query.Status(group.getUuid()).encode()),
          (reply, failure) ->
              mailbox.execute(
                  () -> {
                    if (heard(reply)) {
                      found.run();
                    }
                  }));
    }
  }

  /** The leader last known, if any. */
  @Nullable Leader known() {
    return known;
  }

  private void join(CompletableFuture<Leader> answer, long deadline) {
    Leader leader = known;
    if (leader != null) {
      answer.complete(leader);
      return;
    }
    CompletableFuture<Leader> running = search;
    if (running == null) {
      running = new CompletableFuture<>();
      search = running;
      searchUntil = deadline;
      round = 0;
      askAll(running);
    } else if (deadline - searchUntil > 0) {
      searchUntil = deadline;
    }
    Futures.forward(running, answer);
  }

  private void askAll(CompletableFuture<Leader> running) {
    if (search != running) {
      return;
    }
    if (clock.now() - searchUntil >= 0) {
      search = null;
      running.completeExceptionally(
          new RequestFailedException(
              ErrorCode.NO_LEADER,
              "none of the replicas on " + replicas + " leads and answers; are they a majority?"));
      return;
    }
    round++;
    for (NodeId node : replicas) {
      if (asked.add(node)) {
        Futures.onEnd(
            links.shared(node).ask(catalog, new Query.Status(group.getUuid()).encode()),
            (reply, failure) ->
                mailbox.execute(
                    () -> {
                      asked.remove(node);
                      heard(reply);
                    }));
      }
    }
    Duration pause = ROUND_MIN.multipliedBy(Math.min(round, 10));
    clock.after(
        pause.compareTo(ROUND_MAX) > 0 ? ROUND_MAX : pause,
        () -> mailbox.execute(() -> askAll(running)));
  }

  /** Whether the reply made another leader known. */
  private boolean heard(@Nullable RaftClientReply reply) {
    if (reply == null || !reply.isSuccess() || reply.getMessage().getContent().isEmpty()) {
      return false;
    }
    ReplicaStatus status = ReplicaStatus.parse(reply.getMessage().getContent());
    if (!status.leading()) {
      return false;
    }
    Leader claimed = new Leader(status.node(), status.term(), status.highWatermark());
    Leader now = known;
    Leader suspect = doubted;
    boolean stale = claimed.term() < termSeen || (now != null && now.term() >= claimed.term());
    boolean tooSoon = suspect != null && suspect.isSameAs(claimed) && round <= ROUNDS_OF_DOUBT;
    if (stale || tooSoon) {
      return false;
    }
    known = claimed;
    termSeen = claimed.term();
    doubted = null;
    CompletableFuture<Leader> running = search;
    if (running != null) {
      search = null;
      running.complete(claimed);
    }
    return true;
  }
}
