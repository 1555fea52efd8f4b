package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.log.StorageDirectory;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Under which identity a node offers its storage, after what happened to its directory. */
class NodeStorageTest {
  private static final UUID TOPIC = new UUID(1, 1);
  private static final ReplicaName FIRST = new ReplicaName(new TopicPartition("t", 0), TOPIC);
  private static final ReplicaName SECOND = new ReplicaName(new TopicPartition("t", 1), TOPIC);
  private static final NodeId NODE = new NodeId(1);
  private static final int VERSION_AT = 4;
  private static final int CHECKED_BYTES = 28;

  @TempDir Path temp;

  private Path directory;
  private Path bootToken;

  @BeforeEach
  void machineIsUp() throws IOException {
    directory = temp.resolve("n1");
    bootToken = Files.writeString(temp.resolve("boot"), "boot-1\n");
  }

  private NodeStorage open() throws LogFailure {
    return open(Flush.NONE);
  }

  private NodeStorage open(Flush flush) throws LogFailure {
    Endpoint endpoint = new Endpoint("127.0.0.1", 1);
    NodeSpec spec =
        new NodeSpec(
            "c", NODE, endpoint, Map.of(NODE, endpoint), directory, Map.of(), Settings.defaults());
    NodeSettings settings =
        new NodeSettings(
            ReplicaConfig.withDefaults(1, flush, 2_000),
            ControllerConfig.withDefaults(1),
            LogSettings.DEFAULT,
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            1 << 20,
            Optional.of(bootToken));
    return NodeStorage.open(spec, settings, Runnable::run, Runnable::run);
  }

  /** The storage id that a start ends up with; killed then. */
  private UUID startAndKill() throws LogFailure {
    NodeStorage storage = open();
    storage.abandon();
    return storage.storageId();
  }

  /** A node that was killed with these replicas, and its storage id. */
  private UUID killedWith(ReplicaName... replicas) throws LogFailure {
    NodeStorage storage = open();
    for (ReplicaName replica : replicas) {
      storage.create(replica).log().abandon();
    }
    storage.abandon();
    return storage.storageId();
  }

  private Path logs() {
    return directory.resolve(NodeStorage.LOGS);
  }

  private Path logOf(ReplicaName replica) {
    return logs().resolve(replica.toString());
  }

  private static Path segmentOf(Path log) {
    return log.resolve("00000000000000000000.log");
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(entry);
      }
    }
  }

  /** The directory as a process leaves it that was killed at this point, changed as told. */
  private StorageDirectory below() throws LogFailure {
    return StorageDirectory.open(
        new RealDisk(),
        directory,
        new StorageDirectory.Tenant("c", NODE.value(), "boot-1", UUID::randomUUID));
  }

  @Test
  void shouldKeepItsIdentityWhileItsReplicasAreThere() throws Exception {
    // given
    UUID before = killedWith(FIRST, SECOND);

    // when
    NodeStorage storage = open();

    // then
    assertThat(storage.storageId()).isEqualTo(before);
    assertThat(storage.found()).containsOnlyKeys(FIRST, SECOND);
  }

  @Test
  void shouldHaveNotedAReplicaOnDiskBeforeAnybodyCanUseIt() throws Exception {
    // given
    NodeStorage storage = open();

    // when
    storage.create(FIRST);

    // then, and the log is there, so that no crash leaves a note of what never was
    assertThat(directory.resolve("identity")).content().contains("replica " + FIRST + "\n");
    assertThat(segmentOf(logOf(FIRST))).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"its directory", "its files", "all that is in logs", "logs"})
  void shouldGetANewIdentityWhenAReplicaIsGone(String loss) throws Exception {
    // given
    UUID before = killedWith(FIRST, SECOND);

    // when
    switch (loss) {
      case "its directory" -> deleteTree(logOf(FIRST));
      case "its files" -> {
        deleteTree(logOf(FIRST));
        Files.createDirectory(logOf(FIRST));
      }
      case "logs" -> deleteTree(logs());
      default -> {
        deleteTree(logs());
        Files.createDirectory(logs());
      }
    }
    UUID after = startAndKill();

    // then once, as the new identity has promised nothing yet
    assertThat(after).isNotEqualTo(before);
    assertThat(startAndKill()).isEqualTo(after);
  }

  @Test
  void shouldGetANewIdentityAlsoWhenTheStartThatMissedAReplicaDied() throws Exception {
    // given a start that replaces the identity and dies when it opens the other log
    UUID before = killedWith(FIRST, SECOND);
    deleteTree(logOf(FIRST));
    Files.createDirectory(logOf(FIRST));
    byte[] sound = makeNewer(segmentOf(logOf(SECOND)));
    assertThatThrownBy(this::open).isInstanceOf(LogFailure.class);

    // when
    Files.write(segmentOf(logOf(SECOND)), sound);
    UUID after = startAndKill();

    // then
    assertThat(after).isNotEqualTo(before);
    assertThat(startAndKill()).isEqualTo(after);
  }

  @Test
  void shouldKeepItsIdentityWhenAReplicaWasReassignedAway() throws Exception {
    // given
    UUID before = killedWith(SECOND);
    NodeStorage storage = open();
    storage.create(FIRST).log().close();

    // when
    storage.remove(FIRST, 3);
    storage.abandon();

    // then, and it may come and go again
    assertThat(logOf(FIRST)).doesNotExist();
    NodeStorage again = open();
    assertThat(again.storageId()).isEqualTo(before);
    assertThat(again.found()).containsOnlyKeys(SECOND);
    again.create(FIRST).log().abandon();
    again.abandon();
    assertThat(startAndKill()).isEqualTo(before);
    deleteTree(logOf(FIRST));
    assertThat(startAndKill()).isNotEqualTo(before);
  }

  @Test
  void shouldTakeBackAReplicaWhoseRemovalWasCutShort() throws Exception {
    // given a node that was killed before the directory of the replica got its other name
    UUID before = killedWith(FIRST);
    StorageDirectory killed = below();
    killed.release(FIRST.toString());
    killed.abandon();

    // when
    NodeStorage storage = open();

    // then it is held again
    assertThat(storage.storageId()).isEqualTo(before);
    assertThat(storage.found()).containsOnlyKeys(FIRST);
    storage.abandon();
    deleteTree(logOf(FIRST));
    assertThat(startAndKill()).isNotEqualTo(before);
  }

  @Test
  void shouldNotMissAReplicaThatWasNeverNoted() throws Exception {
    // given a node that was killed while it made the replica's directory
    UUID before = killedWith(SECOND);
    Files.createDirectory(logOf(FIRST));

    // when
    NodeStorage storage = open();

    // then
    assertThat(storage.storageId()).isEqualTo(before);
    assertThat(storage.found()).containsOnlyKeys(FIRST, SECOND);
  }

  @Test
  void shouldStartOnADirectoryOfAnEarlierVersionAndMissFromThenOn() throws Exception {
    // given
    UUID before = killedWith(FIRST, SECOND);
    asVersionOneWroteIt();

    // when
    NodeStorage storage = open();

    // then
    assertThat(storage.storageId()).isEqualTo(before);
    assertThat(storage.found()).containsOnlyKeys(FIRST, SECOND);
    storage.abandon();
    deleteTree(logOf(SECOND));
    assertThat(startAndKill()).isNotEqualTo(before);
  }

  /** It named no replicas, and did not say in {@code logs} whose they are. */
  private void asVersionOneWroteIt() throws IOException {
    Path identity = directory.resolve("identity");
    List<String> lines = Files.readAllLines(identity);
    String text = "rvi-identity 1\n" + String.join("\n", lines.subList(1, 5)) + "\n";
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    Files.writeString(identity, text + String.format(Locale.ROOT, "crc32c %08x\n", crc.getValue()));
    Files.delete(logs().resolve("storage"));
  }

  @Test
  void shouldGetANewIdentityWhenTheStartAfterAPowerLossWasCutShort() throws Exception {
    // given a start after a power loss that has opened one log, and cannot open the other
    UUID before = killedWith(FIRST, SECOND);
    Files.writeString(bootToken, "boot-2\n");
    byte[] sound = makeNewer(segmentOf(logOf(SECOND)));
    assertThatThrownBy(this::open)
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining(segmentOf(logOf(SECOND)).toString());

    // when
    Files.write(segmentOf(logOf(SECOND)), sound);
    UUID after = startAndKill();

    // then once
    assertThat(after).isNotEqualTo(before);
    assertThat(startAndKill()).isEqualTo(after);
  }

  @ParameterizedTest
  @EnumSource(
      value = Flush.class,
      names = {"GROUP", "EACH"})
  void shouldKeepItsIdentityAfterAPowerLossWhenAllThatCountedWasFlushed(Flush flush)
      throws Exception {
    // given
    UUID before = killedWith(FIRST);
    Files.writeString(bootToken, "boot-2\n");

    // when
    NodeStorage storage = open(flush);

    // then
    assertThat(storage.storageId()).isEqualTo(before);
  }

  @Test
  void shouldRefuseTheDirectoryOfAnotherBackend() throws Exception {
    // given
    Files.createDirectories(directory);
    Path identity = Files.writeString(directory.resolve("identity"), "raft c n1\n");

    // when, then
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            LogFailure.class, e -> assertThat(e.kind()).isEqualTo(LogFailure.Kind.NOT_OURS))
        .hasMessageContaining(directory.toString());
    assertThat(identity).hasContent("raft c n1\n");
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries).containsExactly(identity);
    }
  }

  /** Makes a segment one of a later format; returns what it was before. */
  private static byte[] makeNewer(Path segment) throws IOException {
    byte[] sound = Files.readAllBytes(segment);
    byte[] newer = sound.clone();
    ByteBuffer header = ByteBuffer.wrap(newer);
    header.putInt(VERSION_AT, 2);
    CRC32C crc = new CRC32C();
    crc.update(newer, 0, CHECKED_BYTES);
    header.putInt(CHECKED_BYTES, (int) crc.getValue());
    Files.write(segment, newer);
    return sound;
  }
}
