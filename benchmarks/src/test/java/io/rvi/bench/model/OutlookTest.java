package io.rvi.bench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.rvi.bench.model.Scenario.Delays;
import io.rvi.bench.model.Scenario.Failures;
import io.rvi.bench.model.Scenario.Load;
import io.rvi.bench.model.Scenario.Persistence;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole predictions, against the vectors of single formulas and of each other. */
final class OutlookTest {
  private static final double HOUR = 3_600;
  private static final double NEXT_TO_NOTHING = 1e-9;

  private static final Failures FAILURES =
      new Failures(
          1_000 * HOUR, HOUR, 0.01, HOUR, 720 * HOUR, 16, 0.5, 3, 438_000 * HOUR, 6 * HOUR, 120);

  private static final Delay FSYNC_US =
      Delay.ofQuantiles(
          new double[] {
            0, .01, .05, .10, .20, .30, .40, .50, .60, .70, .80, .90, .95, .99, .995, .999
          },
          new double[] {
            534, 553, 578, 594, 627, 709, 750, 783, 1549, 1729, 1991, 2180, 2278, 2376, 9634, 15795
          });

  private static Outlook.Latency latency(
      Protocol protocol, int replicas, Load load, Delay link, Delay fsync, boolean isPipelined) {
    Delays delays = new Delays(NEXT_TO_NOTHING, NEXT_TO_NOTHING, link, 1_250e6, fsync, isPipelined);
    Scenario scenario = new Scenario(Optional.of(1), load, delays, FAILURES);
    return Outlook.of(scenario, protocol, replicas).latency();
  }

  @ParameterizedTest
  @CsvSource({
    "IN_SYNC_SET, 3, .6934, 2.3439",
    "IN_SYNC_SET, 5, .9100, 2.6922",
    "MAJORITY, 3, .3606, 1.0787",
    "MAJORITY, 5, .4200, .9538"
  })
  void shouldPredictLatencyOverLogNormalLinks(
      Protocol protocol, int replicas, double p50Ms, double p99Ms) {
    Load load = new Load(1, 1_024, Persistence.NONE);

    Outlook.Latency latency =
        latency(protocol, replicas, load, Delay.logNormal(0.5e-3, 0.6), u -> 1, true);

    assertThat(latency.p50Ms()).isCloseTo(p50Ms, Percentage.withPercentage(1));
    assertThat(latency.p99Ms()).isCloseTo(p99Ms, Percentage.withPercentage(1));
  }

  @ParameterizedTest
  @CsvSource({
    "IN_SYNC_SET, 3, 1.974, 12.184",
    "IN_SYNC_SET, 5, 2.124, 14.242",
    "MAJORITY, 3, 1.526, 2.517",
    "MAJORITY, 5, 1.558, 2.382"
  })
  void shouldCollectOrHideTheTailOfFsync(
      Protocol protocol, int replicas, double p50Ms, double p99Ms) {
    Load load = new Load(0.001, 1_024, Persistence.EACH);

    Outlook.Latency latency =
        latency(
            protocol, replicas, load, u -> NEXT_TO_NOTHING, u -> FSYNC_US.quantile(u) / 1e6, true);

    assertThat(latency.p50Ms()).isCloseTo(p50Ms, Percentage.withPercentage(2));
    assertThat(latency.p99Ms()).isCloseTo(p99Ms, Percentage.withPercentage(2));
  }

  @ParameterizedTest
  @CsvSource({"1, 20.2", "10000, 30", "10000000, 30"})
  void shouldLetARecordWaitForTheFetchThatIsUnderWay(double rate, double mostMs) {
    Load load = new Load(rate, 1, Persistence.NONE);
    Delay link = u -> 20e-3;

    Outlook.Latency one = latency(Protocol.IN_SYNC_SET, 2, load, link, u -> 1, false);
    Outlook.Latency many = latency(Protocol.IN_SYNC_SET, 2, load, link, u -> 1, true);

    assertThat(one.p50Ms()).isCloseTo(mostMs, within(0.5));
    assertThat(many.p50Ms()).isCloseTo(20, within(0.1));
  }

  @Test
  void shouldAddHalfAnFsyncWhereOneIsAlwaysUnderWay() {
    Delay fsync = u -> 1e-3;

    Outlook.Latency idle =
        latency(Protocol.MAJORITY, 1, new Load(1, 1, Persistence.GROUP), u -> 1, fsync, true);
    Outlook.Latency busy =
        latency(Protocol.MAJORITY, 1, new Load(100_000, 1, Persistence.GROUP), u -> 1, fsync, true);

    assertThat(idle.p50Ms()).isCloseTo(1, within(0.01));
    assertThat(busy.p50Ms()).isCloseTo(1.5, within(0.05));
  }

  @Test
  void shouldSayWhatBoundsTheRateAndGiveNoLatencyAboveIt() {
    // given records of 1 KiB, of which a link of 1,250 MB/s bears 305,176 a second to four
    // followers
    Outlook.Latency latency =
        latency(
            Protocol.IN_SYNC_SET,
            5,
            new Load(400_000, 1_024, Persistence.NONE),
            u -> 1e-3,
            u -> 1,
            true);

    assertThat(latency.tightest()).isEqualTo("link");
    assertThat(latency.rateMax()).isCloseTo(305_176, within(1.0));
    assertThat(latency.p50Ms()).isNull();
    assertThat(latency.p99Ms()).isNull();
  }

  @Test
  void shouldAddUpWhatStopsWrites() {
    Delays delays = new Delays(1e-3, 1e-3, u -> 1e-3, 1e9, u -> 1e-3, true);
    Scenario scenario =
        new Scenario(Optional.of(1), new Load(1, 1, Persistence.NONE), delays, FAILURES);

    Outlook inSync = Outlook.of(scenario, Protocol.IN_SYNC_SET, 3);
    Outlook majority = Outlook.of(scenario, Protocol.MAJORITY, 3);

    assertThat(majority.availability().common()).isCloseTo(1.29324e-5, within(5e-11));
    assertThat(inSync.availability().failovers())
        .isCloseTo(48.5 / (30 * 86_400), Percentage.withPercentage(0.01));
    assertThat(majority.availability().failovers())
        .isCloseTo(16.5 / (30 * 86_400), Percentage.withPercentage(0.01));
    assertThat(majority.availability().total())
        .isGreaterThan(majority.availability().common())
        .isGreaterThan(majority.availability().failovers());
    assertThat(inSync.durability().copiesAtAck()).isEqualTo(1);
    assertThat(inSync.durability().yearlyLossAtAck()).isCloseTo(0.0198, within(2e-4));
    assertThat(majority.durability().copiesAtAck()).isEqualTo(2);
    assertThat(inSync.durability().lostInPowerLoss()).isEqualTo(60);
    assertThat(inSync.cost()).isEqualTo(new Outlook.Bill(3, 2, 3));
    assertThat(majority.cost()).isEqualTo(new Outlook.Bill(3, 2, 0));
  }

  @Test
  void shouldRefuseAnInSyncSetThatCannotBe() {
    Delays delays = new Delays(1e-3, 1e-3, u -> 1e-3, 1e9, u -> 1e-3, true);
    Scenario scenario =
        new Scenario(Optional.of(4), new Load(1, 1, Persistence.NONE), delays, FAILURES);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Outlook.of(scenario, Protocol.IN_SYNC_SET, 3));
  }

  @ParameterizedTest
  @CsvSource({"3, 3.0", "5, 3.5714", "7, 3.9730"})
  void shouldCompareTheMeanWaitsOfExponentialFollowers(int n, double ratio) {
    Delay follower = Delay.exponential(1);

    assertThat(follower.mean(AckWait.inSyncSet(n)) / follower.mean(AckWait.majority(n)))
        .isCloseTo(ratio, within(6e-5));
  }

  @Test
  void shouldPredictTheAvailabilityOfAnInSyncSetThatNeedsTwo() {
    Availability nodes = new Availability(1e-3, 1);

    assertThat(nodes.inSyncSet(3, 2)).isCloseTo(2.99301e-6, within(6e-12));
    assertThat(nodes.inSyncSet(3, 1)).isEqualTo(nodes.lastInSyncMember(3));
  }

  @ParameterizedTest
  @CsvSource({"2, 1.99601e-6", "3, 2.99102e-9", "4, 3.98404e-12"})
  void shouldHaveTheLastInSyncMemberNearItsApproximation(int n, double approximation) {
    Availability nodes = new Availability(1e-3, 1);

    assertThat(n * Math.pow(nodes.nodeDown(), n))
        .isCloseTo(approximation, Percentage.withPercentage(0.001));
    assertThat(nodes.lastInSyncMember(n)).isCloseTo(approximation, Percentage.withPercentage(0.06));
  }

  @ParameterizedTest
  @CsvSource({"7", "9"})
  void shouldKeepTheDigitsOfSharesThatAreNextToNothing(int n) {
    Availability nodes = new Availability(1e-3, 1);

    assertThat(nodes.lastInSyncMember(n))
        .isCloseTo(n * Math.pow(nodes.nodeDown(), n), Percentage.withPercentage(1));
    assertThat(Durability.meanTimeToLoss(n, 1e-6, 1)).isGreaterThan(Math.pow(10, 6 * (n - 1)));
  }
}
