package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.spi.Capability;
import io.rvi.spi.LogBackend;
import io.rvi.spi.OfflineLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading the directories of stopped nodes. */
@Tag("offline")
abstract class OfflineContract extends FaultPart {
  private static final int RECORDS = 100;

  @ParameterizedTest
  @EnumSource
  void shouldReadTheSameRecordsFromTheDirectoryOfEachReplica(CrashContract.Stop stop)
      throws Exception {
    // given a change of leader, whose entries must not show
    assumeCapable(Capability.OFFLINE_READING);
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    appendHalf(log, 0);
    NodeId leader = leader(cluster, client);
    cluster.kill(leader);
    appendHalf(log, RECORDS / 2);
    cluster.start(leader);
    awaitLevel(cluster, client);

    // when
    cluster.nodes().forEach(node -> stop.apply(cluster, node));

    // then
    for (NodeId node : cluster.nodes()) {
      List<OfflineLog.Entry> entries = read(cluster.dataDir(node), TOPIC, 0);
      assertThat(entries.stream().map(entry -> Outcomes.text(entry.payload())))
          .as("payloads on " + node)
          .containsExactlyElementsOf(IntStream.range(0, RECORDS).mapToObj(i -> "r" + i).toList());
      assertThat(entries.stream().map(OfflineLog.Entry::offset))
          .as("offsets on " + node)
          .containsExactlyElementsOf(IntStream.range(0, RECORDS).mapToObj(Long::valueOf).toList());
      assertThat(entries.stream().map(OfflineLog.Entry::epoch)).as("epochs on " + node).isSorted();
    }
  }

  @Test
  void shouldNameAPartitionThatTheDirectoryDoesNotHold() throws Exception {
    // given
    assumeCapable(Capability.OFFLINE_READING);
    ContractCluster cluster = cluster(1);
    LogClient client = clientWithTopic(cluster);
    Outcomes.append(client.open(TOPIC, 0), "r0");
    NodeId node = cluster.nodes().get(0);
    cluster.stop(node);

    // when, then
    LogBackend backend = clusters().backend();
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> read(cluster.dataDir(node), TOPIC, 1))
        .matches(refused -> refused.code() == ErrorCode.UNKNOWN_PARTITION);
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> backend.readOffline(cluster.dataDir(node), "no-such-topic", 0))
        .matches(refused -> refused.code() == ErrorCode.UNKNOWN_PARTITION);
  }

  @Test
  void shouldSayThatItIsUnsupportedWhereIncapable() throws Exception {
    // given
    assumeFalse(isCapable(Capability.OFFLINE_READING), "the backend reads directories");

    // when, then
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> clusters().backend().readOffline(Path.of("."), TOPIC, 0))
        .matches(refused -> refused.code() == ErrorCode.UNSUPPORTED);
  }

  private static void appendHalf(ReplicatedLog log, int from) {
    for (int i = from; i < from + RECORDS / 2; i++) {
      Outcomes.append(log, "r" + i);
    }
  }

  private List<OfflineLog.Entry> read(Path dataDir, String topic, int partition) throws Exception {
    List<OfflineLog.Entry> entries = new ArrayList<>();
    try (OfflineLog log = clusters().backend().readOffline(dataDir, topic, partition)) {
      for (Optional<OfflineLog.Entry> next = log.next(); next.isPresent(); next = log.next()) {
        entries.add(next.get());
      }
      assertThat(log.highWatermark()).isBetween(0L, (long) entries.size());
    }
    return entries;
  }
}
