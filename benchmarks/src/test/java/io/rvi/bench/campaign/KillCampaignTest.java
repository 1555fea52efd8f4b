package io.rvi.bench.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many kills in a row, at random. */
final class KillCampaignTest {
  private static final long SEED = 4;

  @TempDir Path directory;

  @Test
  @Tag("clusters")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromiseOverSomeKills() throws Exception {
    KillCampaign.Result result = KillCampaign.run("isr", 12, SEED, directory);

    assertThat(result.isFine()).as("%s", result.lines()).isTrue();
    assertThat(result.kills()).containsOnlyKeys("leader", "follower", "controller");
    assertThat(result.finding().verdict().counts().committed()).isPositive();
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromiseOverManyKills() throws Exception {
    KillCampaign.Result result = KillCampaign.run("isr", 200, SEED, directory);

    assertThat(result.isFine()).as("%s", result.lines()).isTrue();
  }
}
