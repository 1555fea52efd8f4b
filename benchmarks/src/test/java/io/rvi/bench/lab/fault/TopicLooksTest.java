package io.rvi.bench.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a topic counts as whole, by what is seen of it in one look after the other. */
final class TopicLooksTest {
  private static final NodeId LEADER = new NodeId(1);
  private static final NodeId FOLLOWER = new NodeId(2);

  private final TopicLooks looks = new TopicLooks();

  private static TopicDescription topic(boolean hasLeader, long highWatermark, long followerEnd) {
    return new TopicDescription(
        "t",
        List.of(
            new TopicDescription.Partition(
                0,
                hasLeader ? Optional.of(LEADER) : Optional.empty(),
                1,
                List.of(LEADER, FOLLOWER),
                Set.of(LEADER, FOLLOWER),
                highWatermark,
                highWatermark,
                List.of(
                    new TopicDescription.ReplicaState(LEADER, 1, highWatermark, highWatermark),
                    new TopicDescription.ReplicaState(FOLLOWER, 1, followerEnd, followerEnd)))));
  }

  @Test
  void shouldTakeAFollowerForLevelThatTrailsByWhatIsOnItsWay() {
    assertThat(looks.next(topic(true, 100, 98))).isPresent();
    assertThat(looks.next(topic(true, 105, 103))).isEmpty();
  }

  @Test
  void shouldNotTakeAFollowerForLevelThatHasNotWhatWasCommittedBefore() {
    assertThat(looks.next(topic(true, 100, 40))).isPresent();
    assertThat(looks.next(topic(true, 105, 99)))
        .hasValue("t-0 on " + FOLLOWER + " ends at 99, below 100");
  }

  @Test
  void shouldNotGoByALookWithoutALeaderOrByALowerOne() {
    assertThat(looks.next(topic(true, 100, 100))).isPresent();
    assertThat(looks.next(topic(false, 0, 40))).hasValue("t-0 has no leader");
    assertThat(looks.next(topic(true, 100, 40))).isPresent();

    TopicLooks fresh = new TopicLooks();
    assertThat(fresh.next(topic(false, 0, 40))).isPresent();
    assertThat(fresh.next(topic(true, 100, 40))).isPresent();
    assertThat(fresh.next(topic(true, 100, 100))).isEmpty();
  }
}
