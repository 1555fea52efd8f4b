package io.rvi.bench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelTest {
  private static final Offset<Double> SIX_DIGITS = within(1e-5);
  private static final Percentage ROUNDING = Percentage.withPercentage(0.01);
  private static final Delay EXPONENTIAL = Delay.exponential(1);

  /** fdatasync of a cloud disk, in microseconds, as published with fio's percentiles. */
  private static final Delay FSYNC =
      Delay.ofQuantiles(
          new double[] {
            0, .03, .05, .10, .20, .30, .40, .50, .60, .70, .80, .90, .95, .99, .995, .999
          },
          new double[] {
            534, 553, 578, 594, 627, 709, 750, 783, 1549, 1729, 1991, 2180, 2278, 2376, 9634, 15795
          });

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1",
    "3, 1.5, 0.5",
    "4, 1.833333, 0.833333",
    "5, 2.083333, 0.583333",
    "6, 2.283333, 0.783333",
    "7, 2.45, 0.616667"
  })
  void shouldPredictTheMeanWaitForExponentialFollowers(int n, double inSync, double majority) {
    assertThat(EXPONENTIAL.mean(AckWait.inSyncSet(n))).isCloseTo(inSync, SIX_DIGITS);
    assertThat(EXPONENTIAL.mean(AckWait.majority(n))).isCloseTo(majority, SIX_DIGITS);
  }

  @ParameterizedTest
  @CsvSource({"3, 5.295808, 2.302585", "5, 5.987700, 1.959935"})
  void shouldPredictTheP99ForExponentialFollowers(int n, double inSync, double majority) {
    assertThat(EXPONENTIAL.quantile(AckWait.inSyncSet(n), 0.99)).isCloseTo(inSync, SIX_DIGITS);
    assertThat(EXPONENTIAL.quantile(AckWait.majority(n), 0.99)).isCloseTo(majority, SIX_DIGITS);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 3, .707107, .292893",
    "0.5, 5, .840896, .385728",
    "0.99, 3, .994987, .900000",
    "0.99, 4, .996655, .941097",
    "0.99, 5, .997491, .859132",
    "0.99, 7, .998326, .826930",
    "0.999, 3, .999500, .968377",
    "0.999, 5, .999750, .935962"
  })
  void shouldMapQuantilesOfTheWaitToThoseOfAFollower(
      double p, int n, double inSync, double majority) {
    assertThat(AckWait.inSyncSet(n).nodeQuantile(p)).isCloseTo(inSync, within(6e-7));
    assertThat(AckWait.majority(n).nodeQuantile(p)).isCloseTo(majority, within(6e-7));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0.5, .6934, .3606",
    "5, 0.5, .9100, .4200",
    "3, 0.99, 2.3439, 1.0787",
    "5, 0.99, 2.6922, 0.9538",
    "3, 0.999, 3.6007, 1.5240",
    "5, 0.999, 4.0360, 1.2459"
  })
  void shouldPredictQuantilesForLogNormalFollowers(
      int n, double p, double inSync, double majority) {
    Delay follower = Delay.logNormal(0.5, 0.6);

    assertThat(follower.quantile(AckWait.inSyncSet(n), p)).isCloseTo(inSync, within(6e-5));
    assertThat(follower.quantile(AckWait.majority(n), p)).isCloseTo(majority, within(6e-5));
  }

  @ParameterizedTest
  @CsvSource({"3, .79533, .40189", "5, 1.01663, .44622"})
  void shouldPredictTheMeanForLogNormalFollowers(int n, double inSync, double majority) {
    Delay follower = Delay.logNormal(0.5, 0.6);

    assertThat(follower.mean(AckWait.fastest(1, 1))).isCloseTo(.59861, SIX_DIGITS);
    assertThat(follower.mean(AckWait.inSyncSet(n))).isCloseTo(inSync, SIX_DIGITS);
    assertThat(follower.mean(AckWait.majority(n))).isCloseTo(majority, SIX_DIGITS);
  }

  @Test
  void shouldPredictFromSamples() {
    Delay follower = Delay.ofSamples(new double[] {10, 1, 3, 2, 4});

    assertThat(follower.mean(AckWait.inSyncSet(3))).isCloseTo(5.6, within(2e-3));
    assertThat(follower.mean(AckWait.majority(3))).isCloseTo(2.4, within(2e-3));
  }

  @ParameterizedTest
  @CsvSource({"3, .0199, 1e-4", "5, .03940399, 3.97e-6"})
  void shouldPredictHowOftenAHiccupOfOneNodeShows(int n, double inSync, double majority) {
    assertThat(1 - AckWait.inSyncSet(n).cdf(0.99)).isCloseTo(inSync, within(5e-9));
    assertThat(1 - AckWait.majority(n).cdf(0.99)).isCloseTo(majority, within(5e-9));
  }

  @Test
  void shouldPredictForFollowersThatDiffer() {
    double[] answered = {.9, .5};

    assertThat(Followers.atLeast(answered, 2)).isCloseTo(.45, within(1e-12));
    assertThat(Followers.atLeast(answered, 1)).isCloseTo(.95, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"3, 1.833333, 1.166667, 0.833333", "5, 2.283333, 1.183333, 0.783333"})
  void shouldPredictWithTheLeadersOwnWrite(int n, double all, double gated, double any) {
    assertThat(EXPONENTIAL.mean(AckWait.inSyncSetWithLeader(n))).isCloseTo(all, SIX_DIGITS);
    assertThat(EXPONENTIAL.mean(AckWait.majorityWithLeader(n))).isCloseTo(gated, SIX_DIGITS);
    assertThat(EXPONENTIAL.mean(AckWait.anyMajority(n))).isCloseTo(any, SIX_DIGITS);
  }

  @Test
  void shouldAddAConstantFloorToEachWait() {
    Delay follower = EXPONENTIAL.plus(10);

    double inSync = follower.mean(AckWait.inSyncSet(3));
    double majority = follower.mean(AckWait.majority(3));

    assertThat(inSync).isCloseTo(11.5, within(1e-4));
    assertThat(majority).isCloseTo(10.5, within(1e-4));
    assertThat(inSync / majority).isCloseTo(1.0952, within(5e-5));
  }

  @Test
  void shouldPredictWhatPollingAdds() {
    assertThat(Followers.pollMean(10, 2, 2)).isCloseTo(6.6667, within(5e-5));
    assertThat(Followers.pollMean(10, 1, 2)).isCloseTo(3.3333, within(5e-5));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0.5, 1974, 1526, 783",
    "3, 0.99, 12184, 2517, 2261",
    "3, 0.999, 15795, 15795, 2355",
    "5, 0.5, 2124, 1558, 783",
    "5, 0.99, 14242, 2382, 2169",
    "5, 0.999, 15795, 15795, 2284"
  })
  void shouldPredictHowFsyncTailsAreCollectedOrHidden(
      int n, double p, double inSync, double gated, double any) {
    assertThat(FSYNC.quantile(AckWait.inSyncSetWithLeader(n), p)).isCloseTo(inSync, within(1.0));
    assertThat(FSYNC.quantile(AckWait.majorityWithLeader(n), p)).isCloseTo(gated, within(1.0));
    assertThat(FSYNC.quantile(AckWait.anyMajority(n), p)).isCloseTo(any, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({"10000, 0.5, 50, 25", "15000, 0.75, 150, 75", "19000, 0.95, 950, 475"})
  void shouldPredictTheQueueAtTheLeader(
      double rate, double busy, double exponentialUs, double constantUs) {
    LeaderQueue leader = new LeaderQueue(50e-6);

    assertThat(leader.utilisation(rate)).isCloseTo(busy, within(1e-9));
    assertThat(leader.waitExponentialS(rate) * 1e6).isCloseTo(exponentialUs, within(1e-6));
    assertThat(leader.waitConstantS(rate) * 1e6).isCloseTo(constantUs, within(1e-6));
  }

  @Test
  void shouldRefuseARateAtWhichTheQueueGrows() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LeaderQueue(50e-6).waitConstantS(20_000));
  }

  @ParameterizedTest
  @CsvSource({"2, 40, 25000", "3, 50, 20000", "5, 70, 14286"})
  void shouldPredictTheRateOfMessagesThatALeaderCanBear(int n, double serviceUs, double rateMax) {
    LeaderQueue leader = LeaderQueue.ofMessages(n, 10e-6, 10e-6);

    assertThat(leader.serviceS() * 1e6).isCloseTo(serviceUs, within(1e-9));
    assertThat(leader.rateMax()).isCloseTo(rateMax, within(0.5));
  }

  @ParameterizedTest
  @CsvSource({"2, 1220703", "3, 610352", "5, 305176", "7, 203451"})
  void shouldPredictTheRateThatALinkCanBear(int n, double rateMax) {
    assertThat(LeaderQueue.linkRateMax(1_250e6, 1_024, n - 1)).isCloseTo(rateMax, within(1.0));
  }

  @Test
  void shouldAddUpTheWholeLatency() {
    // given 10,000 a second, 0.2 ms to the leader, followers of 0.3 ms and exponential 0.2 ms
    LeaderQueue leader = LeaderQueue.ofMessages(3, 10e-6, 10e-6);
    double ownMs = (leader.waitConstantS(10_000) + leader.serviceS()) * 1e3;
    Delay follower = Delay.exponential(0.2).plus(0.3);

    assertThat(ownMs + 0.2 + follower.mean(AckWait.inSyncSet(3))).isCloseTo(.875, SIX_DIGITS);
    assertThat(ownMs + 0.2 + follower.mean(AckWait.majority(3))).isCloseTo(.675, SIX_DIGITS);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0, 1, 1, 0, 1, 0, 1",
    "3, 1, 1, 2, 0, 2, 1, 1",
    "4, 1, 2, 3, 0, 3, 2, 1",
    "5, 2, 2, 4, 0, 4, 3, 1",
    "7, 3, 3, 6, 0, 6, 5, 1"
  })
  void shouldTellResumingWritesFromLosingData(
      int n, int raftW, int raftL, int isrW, int isrL, int isrFull, int isr2W, int isr2L) {
    assertThat(Tolerance.ofMajority(n)).isEqualTo(new Tolerance(raftW, raftL, n - 1));
    assertThat(Tolerance.ofInSyncSet(n, 1)).isEqualTo(new Tolerance(isrW, isrL, isrFull));
    assertThat(Tolerance.ofInSyncSet(n, 2)).isEqualTo(new Tolerance(isr2W, isr2L, n - 1));
  }

  @ParameterizedTest
  @CsvSource({"4, 3, 1, 2", "5, 3, 2, 2", "7, 4, 3, 3"})
  void shouldTolerateTheSameWithAMajorityInSync(int n, int min, int writes, int losses) {
    assertThat(Tolerance.ofInSyncSet(n, min)).isEqualTo(new Tolerance(writes, losses, n - 1));
    assertThat(writes + losses).isEqualTo(n - 1);
  }

  @ParameterizedTest
  @CsvSource({"1, 1.5", "2, 1.667", "3, 1.75"})
  void shouldCompareCostsAtEqualTolerance(int crashes, double storage) {
    Cost majority = Cost.ofMajority(crashes);
    Cost inSync = Cost.ofInSyncSet(crashes);

    assertThat(majority.storageRatio(inSync)).isCloseTo(storage, within(5e-4));
    assertThat(majority.egressRatio(inSync)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 9.990010e-4, 3.00",
    "2, 1.9970e-3, 2.70",
    "3, 2.99201e-6, 5.52",
    "4, 5.98004e-6, 5.22",
    "5, 9.95513e-9, 8.00",
    "6, 1.98953e-8, 7.70",
    "7, 3.47768e-11, 10.46"
  })
  void shouldPredictTheAvailabilityOfAMajority(int n, double down, double nines) {
    double computed = new Availability(1e-3, 1).majority(n);

    assertThat(computed).isCloseTo(down, ROUNDING);
    assertThat(Availability.nines(computed)).isCloseTo(nines, within(5e-3));
  }

  @ParameterizedTest
  @CsvSource({"2, 1050.34", "3, 1.57368", "5, .005236"})
  void shouldGiveMinutesAYear(int n, double minutes) {
    double down = new Availability(1e-3, 1).majority(n);

    assertThat(Availability.minutesPerYear(down)).isCloseTo(minutes, ROUNDING);
  }

  @ParameterizedTest
  @CsvSource({"2, 1.995009e-6", "3, 2.990020e-9", "4, 3.98311e-12"})
  void shouldPredictTheAvailabilityOfTheLastInSyncMember(int n, double down) {
    assertThat(new Availability(1e-3, 1).lastInSyncMember(n)).isCloseTo(down, ROUNDING);
  }

  @Test
  void shouldPredictOtherAvailabilities() {
    Availability nodes = new Availability(1e-3, 1);

    assertThat(nodes.belowOfWithSingleCrew(2, 3)).isCloseTo(5.98800e-6, ROUNDING);
    assertThat(nodes.belowOf(2, 3)).isCloseTo(2.99201e-6, ROUNDING);
    assertThat(Availability.inSeries(nodes.lastInSyncMember(2), nodes.majority(3)))
        .isCloseTo(4.98702e-6, ROUNDING);
  }

  @Test
  void shouldFlattenAllDesignsByCorrelatedFailure() {
    Availability nodes = new Availability(1e-3, 1);
    Availability alone = nodes.independentPart(0.01);

    assertThat(nodes.withCommonCause(alone.majority(3), 0.01, 1)).isCloseTo(1.29324e-5, ROUNDING);
    assertThat(nodes.withCommonCause(alone.majority(5), 0.01, 1)).isCloseTo(1.00096e-5, ROUNDING);
    // An in-sync set that may elect any survivor is down when all are.
    assertThat(nodes.withCommonCause(alone.belowOf(1, 3), 0.01, 1)).isCloseTo(1.00009e-5, ROUNDING);
    assertThat(nodes.withCommonCause(alone.belowOf(1, 2), 0.01, 1)).isCloseTo(1.09781e-5, ROUNDING);
  }

  @ParameterizedTest
  @CsvSource({"2, 1.2539e-5, 4.90", "3, 1.8711e-5, 4.73", "5, 3.1057e-5, 4.51"})
  void shouldPredictWhatFailoversCost(int n, double down, double nines) {
    double crashRate = 1 / (30 * 86_400.0);

    double computed = Availability.inSyncFailovers(n, crashRate, 16.5, 16);

    assertThat(computed).isCloseTo(down, ROUNDING);
    assertThat(Availability.nines(computed)).isCloseTo(nines, within(5e-3));
    assertThat(Availability.majorityFailovers(crashRate, .1825))
        .isCloseTo(7.04e-8, Percentage.withPercentage(0.1));
    assertThat(Availability.majorityFailovers(crashRate, .30))
        .isCloseTo(1.16e-7, Percentage.withPercentage(0.3));
  }

  @ParameterizedTest
  @CsvSource({
    "18000, 2000, 12000, 16000, 20000",
    "6000, 2000, 4000, 6000, 8000",
    "2000, 200, 1333.33, 1766.67, 2200",
    "600, 100, 400, 550, 700"
  })
  void shouldPredictWhenASessionExpires(
      double timeoutMs, double tickMs, double minMs, double meanMs, double maxMs) {
    Detection detection = Detection.ofSession(timeoutMs, tickMs);

    assertThat(detection.minMs()).isCloseTo(minMs, within(0.01));
    assertThat(detection.meanMs()).isCloseTo(meanMs, within(0.01));
    assertThat(detection.maxMs()).isCloseTo(maxMs, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({
    "150, 300, 75, 162.5, 142.5",
    "1000, 2000, 100, 1283.3, 1150",
    "12, 24, 6, 13.0, 11.4"
  })
  void shouldPredictTheTimeoutOfTextbookRaft(
      double minMs, double maxMs, double heartbeatMs, double three, double five) {
    assertThat(Detection.textbookRaftMs(minMs, maxMs, 3, heartbeatMs))
        .isCloseTo(three, within(0.05));
    assertThat(Detection.textbookRaftMs(minMs, maxMs, 5, heartbeatMs))
        .isCloseTo(five, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, .01329",
    "2, 3, .02649",
    "5, 3, .06556",
    "1, 5, .02640",
    "2, 5, .05228",
    "5, 5, .12681"
  })
  void shouldBoundSplitVotes(double closeMs, int n, double bound) {
    assertThat(Detection.splitVoteBound(150, closeMs, n)).isCloseTo(bound, within(5e-6));
  }

  @ParameterizedTest
  @CsvSource({"3, 75, 255.4, 425", "5, 75, 218.8, 355", "3, 0, 292.2, 453", "5, 0, 255.1, 381"})
  void shouldSimulateTheLoopOfRatis(int n, double heartbeatMs, double meanMs, double p99Ms) {
    Detection.RatisLoop loop = new Detection.RatisLoop(150, 300, n, heartbeatMs);

    Detection.Simulated simulated = Detection.ofRatisLoop(loop, 200_000, 42);

    // The published means have an error of 1 ms, and those under load a last message that came
    // shortly before the crash instead of with it.
    assertThat(simulated.meanMs()).isCloseTo(meanMs, within(2.0));
    assertThat(simulated.p99Ms()).isCloseTo(p99Ms, within(5.0));
  }

  @Test
  void shouldPredictTheMeanTimeToLoss() {
    assertThat(Durability.meanTimeToLoss(2, .001, 1)).isCloseTo(501_500, within(0.1));
    assertThat(Durability.meanTimeToLoss(3, .001, 1)).isCloseTo(334_501_833.3, within(10.0));
    double repairsPerYear = 8_766 / 6.0;
    assertThat(Durability.meanTimeToLoss(2, .02, repairsPerYear))
        .isCloseTo(1.826e6, Percentage.withPercentage(0.1));
    assertThat(Durability.meanTimeToLoss(3, .02, repairsPerYear))
        .isCloseTo(8.89e10, Percentage.withPercentage(0.2));
  }

  @Test
  void shouldPredictWhatAPowerLossTakes() {
    assertThat(Durability.unflushed(1_000, 120)).isEqualTo(60_000);
  }

  @Test
  void shouldPredictTheLossOfACopyset() {
    assertThat(Durability.copysetLoss(5_000, 50, 3, 1e7)).isCloseTo(.99992, within(1e-5));
    assertThat(Durability.copysetLoss(5_000, 50, 3, 1_667)).isCloseTo(.00157, within(5e-6));
  }
}
