package io.rvi.raft.client;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.Query;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Brings the leadership of a new partition to its preferred leader, so that leaders are spread as
 * evenly as replicas. Whoever wins the first election hands over; a partition that holds records is
 * left as it is.
 */
final class FirstLeader {
  /** Tries before whoever leads is left to lead: an uneven spread costs less than no topic. */
  private static final int HAND_OVERS_MAX = 3;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final LeaderTracker leaders;
  private final NodeId preferred;
  private final Links links;
  private final Clock clock;
  private int handOvers;

  FirstLeader(LeaderTracker leaders, NodeId preferred, Links links, Clock clock) {
    this.leaders = leaders;
    this.preferred = preferred;
    this.links = links;
    this.clock = clock;
  }

  /** Completes when the partition has its leader. */
  CompletableFuture<Void> settle(long deadline) {
    return leaders.find(deadline).thenCompose(leader -> settle(leader, deadline));
  }

  private CompletableFuture<Void> settle(Leader leader, long deadline) {
    if (leader.node().equals(preferred)
        || leader.highWatermark() > 0
        || handOvers == HAND_OVERS_MAX) {
      return CompletableFuture.completedFuture(null);
    }
    handOvers++;
    CompletableFuture<Void> paused = new CompletableFuture<>();
    Futures.onEnd(
        links
            .shared(leader.node())
            .read(leaders.group(), new Query.HandOver(preferred).encode(), false),
        (reply, failure) -> {
          leaders.lost(leader, false);
          clock.after(PAUSE, () -> paused.complete(null));
        });
    return paused.thenCompose(done -> settle(deadline));
  }
}
