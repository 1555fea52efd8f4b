package io.rvi.bench.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many kills in a row, at random. */
final class KillCampaignTest {
  private static final long SEED = 4;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  @Tag("clusters")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromiseOverSomeKills(String backend) throws Exception {
    KillCampaign.Result result = KillCampaign.run(backend, KillCampaign.NODES, 12, SEED, directory);

    assertThat(result.isFine()).as("%s", result.lines()).isTrue();
    assertThat(result.kills()).containsKeys("leader", "follower");
    assertThat(result.finding().verdict().counts().committed()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromiseOverManyKills(String backend) throws Exception {
    KillCampaign.Result result =
        KillCampaign.run(backend, KillCampaign.NODES, 200, SEED, directory);

    assertThat(result.isFine()).as("%s", result.lines()).isTrue();
  }
}
