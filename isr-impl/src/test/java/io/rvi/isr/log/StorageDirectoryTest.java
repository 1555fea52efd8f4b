package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageDirectoryTest {
  private static final String REPLICA = "t-0-6f1f2f8e-0000-4000-8000-000000000001";
  private static final String OTHER = "t-1-6f1f2f8e-0000-4000-8000-000000000001";
  private static final String SEGMENT = "00000000000000000000.log";

  @TempDir private Path path;

  private int drawn;

  private StorageDirectory open(String cluster, int node, String bootToken) throws LogFailure {
    return StorageDirectory.open(
        new RealDisk(),
        path,
        new StorageDirectory.Tenant(cluster, node, bootToken, () -> new UUID(0, ++drawn)));
  }

  private StorageDirectory open() throws LogFailure {
    return open("c", 1, "boot-1");
  }

  /** Every file with its bytes, and every directory. */
  private Map<String, String> everything() throws IOException {
    Map<String, String> everything = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(path)) {
      for (Path entry : tree.toList()) {
        String content =
            Files.isDirectory(entry)
                ? "a directory"
                : new String(Files.readAllBytes(entry), StandardCharsets.ISO_8859_1);
        everything.put(path.relativize(entry).toString(), content);
      }
    }
    return everything;
  }

  private void write(String file, String content) throws IOException {
    Path target = path.resolve(file);
    Files.createDirectories(target.getParent());
    Files.writeString(target, content);
  }

  /** A log as far as its directory is concerned. */
  private Path makeLog(String replica) throws IOException {
    write("logs/" + replica + "/" + SEGMENT, "");
    return path.resolve(StorageDirectory.LOGS).resolve(replica);
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(entry);
      }
    }
  }

  @Test
  void shouldDrawAnIdentityOnceAndKeepItThroughRestarts() throws Exception {
    // given
    StorageDirectory first = open("c", 1, "boot-1");
    first.closeClean();

    // when
    StorageDirectory second = open("c", 1, "boot-1");

    // then
    assertThat(second.identity().storageId()).isEqualTo(new UUID(0, 1));
    assertThat(second.cleanStop()).isTrue();
    assertThat(second.powerLossPossible()).isFalse();
    assertThat(second.warnings()).isEmpty();
  }

  @Test
  void shouldCountAKilledProcessAsUncleanButNotAsPowerLoss() throws Exception {
    // given
    open("c", 1, "boot-1").abandon();

    // when
    StorageDirectory killed = open("c", 1, "boot-1");
    killed.abandon();
    StorageDirectory rebooted = open("c", 1, "boot-2");

    // then
    assertThat(killed.cleanStop()).isFalse();
    assertThat(killed.powerLossPossible()).isFalse();
    assertThat(rebooted.cleanStop()).isFalse();
    assertThat(rebooted.powerLossPossible()).isTrue();
  }

  @Test
  void shouldNotTakeARebootAfterACleanStopForAPowerLoss() throws Exception {
    // given
    open("c", 1, "boot-1").closeClean();

    // when
    StorageDirectory rebooted = open("c", 1, "boot-2");

    // then
    assertThat(rebooted.powerLossPossible()).isFalse();
    rebooted.abandon();
    assertThat(open("c", 1, "boot-2").powerLossPossible()).isFalse();
  }

  @Test
  void shouldDoubtAfterAPowerLossUntilTheLogsWereJudged() throws Exception {
    // given a start after it that died before it had opened all logs, and so forgot what was torn
    open("c", 1, "boot-1").abandon();
    open("c", 1, "boot-2").abandon();

    // when
    StorageDirectory again = open("c", 1, "boot-2");

    // then
    assertThat(again.powerLossPossible()).isTrue();

    // and also when it died right after it had replaced the identity
    again.replaceIdentity(new UUID(9, 9));
    again.abandon();
    StorageDirectory third = open("c", 1, "boot-2");
    assertThat(third.powerLossPossible()).isTrue();
    assertThat(third.identity().storageId()).isEqualTo(new UUID(9, 9));

    // and no more from the judgement on
    third.judged(Set.of());
    third.abandon();
    assertThat(open("c", 1, "boot-2").powerLossPossible()).isFalse();
  }

  @Test
  void shouldDoubtUntilTheLogsWereJudgedWhenTheIdentityWasUnreadable() throws Exception {
    // given
    StorageDirectory first = open();
    first.judged(Set.of());
    first.abandon();
    write("identity", "junk");
    open().abandon();

    // when
    StorageDirectory again = open();

    // then
    assertThat(again.powerLossPossible()).isTrue();
    again.judged(Set.of());
    again.abandon();
    assertThat(open().powerLossPossible()).isFalse();
  }

  @Test
  void shouldNotMarkAStopAsCleanWhileAPowerLossIsInDoubt() throws Exception {
    // given
    open("c", 1, "boot-1").abandon();
    StorageDirectory doubtful = open("c", 1, "boot-2");

    // when, then
    assertThatThrownBy(doubtful::closeClean).isInstanceOf(IllegalStateException.class);
    doubtful.abandon();
    assertThat(open("c", 1, "boot-2").cleanStop()).isFalse();
  }

  @Test
  void shouldRemoveTheMarkOfACleanStopAtOnce() throws Exception {
    // given
    open("c", 1, "boot-1").closeClean();

    // when
    open("c", 1, "boot-1").abandon();

    // then
    assertThat(open("c", 1, "boot-1").cleanStop()).isFalse();
  }

  @Test
  void shouldRememberAReplacedIdentity() throws Exception {
    // given
    StorageDirectory storage = open("c", 1, "boot-1");

    // when
    storage.replaceIdentity(new UUID(9, 9));
    storage.closeClean();

    // then
    assertThat(open("c", 1, "boot-1").identity().storageId()).isEqualTo(new UUID(9, 9));
  }

  @Test
  void shouldNameAReplicaThatItHoldsAndThatIsGone() throws Exception {
    for (String loss : List.of("its directory", "its files", "its segments", "all logs")) {
      // given
      StorageDirectory storage = open();
      storage.judged(Set.of());
      makeLog(OTHER);
      storage.hold(OTHER);
      Path log = makeLog(REPLICA);
      write("logs/" + REPLICA + "/checkpoint", "");
      storage.hold(REPLICA);
      storage.abandon();
      StorageDirectory before = open();
      assertThat(before.losses()).as(loss).isEmpty();
      before.abandon();

      // when
      switch (loss) {
        case "its directory" -> deleteTree(log);
        case "its files" -> {
          deleteTree(log);
          Files.createDirectory(log);
        }
        case "its segments" -> Files.delete(log.resolve(SEGMENT));
        default -> deleteTree(path.resolve(StorageDirectory.LOGS));
      }
      StorageDirectory robbed = open();

      // then whoever has opened it decides, and until then the next one is told too
      assertThat(robbed.losses()).as(loss).hasSize(loss.equals("all logs") ? 2 : 1);
      assertThat(robbed.losses()).as(loss).anyMatch(line -> line.contains(log.toString()));
      robbed.replaceIdentity(new UUID(9, 9));
      robbed.abandon();
      StorageDirectory again = open();
      assertThat(again.losses()).as(loss).isNotEmpty();
      again.judged(Set.of());
      assertThat(again.losses()).as(loss).isEmpty();
      again.abandon();
      deleteTree(path);
    }
  }

  @Test
  void shouldNotTakeTheLogsOfAnotherStorageForItsOwn() throws Exception {
    // given a mount point under the logs that was empty for a while, so that all was copied anew
    StorageDirectory storage = open();
    storage.judged(Set.of());
    makeLog(REPLICA);
    storage.hold(REPLICA);
    storage.abandon();
    Path logs = path.resolve(StorageDirectory.LOGS);
    Path unmounted = path.resolve("unmounted");
    Files.move(logs, unmounted);
    StorageDirectory robbed = open();
    robbed.replaceIdentity(new UUID(9, 9));
    robbed.judged(Set.of());
    makeLog(REPLICA);
    robbed.hold(REPLICA);
    robbed.closeClean();

    // when the old logs are back in their place
    deleteTree(logs);
    Files.move(unmounted, logs);

    // then
    StorageDirectory mistaken = open();
    assertThat(mistaken.losses()).singleElement().asString().contains(logs.toString());
  }

  @Test
  void shouldNotMissWhatItReleased() throws Exception {
    // given
    StorageDirectory storage = open();
    storage.judged(Set.of());
    Path log = makeLog(REPLICA);
    storage.hold(REPLICA);
    makeLog(OTHER);
    storage.hold(OTHER);

    // when
    storage.release(REPLICA);
    deleteTree(log);
    storage.abandon();

    // then
    StorageDirectory again = open();
    assertThat(again.identity().replicas()).containsExactly(OTHER);
    assertThat(again.losses()).isEmpty();
  }

  @Test
  void shouldStartOnADirectoryThatNamesNoReplicasAsEarlierVersionsWroteIt() throws Exception {
    // given
    UUID storageId = UUID.randomUUID();
    makeLog(REPLICA);
    new SideFile(new RealDisk(), path.resolve("identity"), "rvi-identity", 1)
        .write(List.of("cluster c", "node 1", "storage-id " + storageId, "boot-token boot-1"));

    // when
    StorageDirectory storage = open();

    // then
    assertThat(storage.identity().storageId()).isEqualTo(storageId);
    assertThat(storage.powerLossPossible()).isFalse();
    assertThat(storage.warnings()).isEmpty();
    assertThat(storage.losses()).isEmpty();
    storage.judged(Set.of(REPLICA));
    storage.abandon();
    assertThat(open().identity())
        .isEqualTo(new StorageIdentity("c", 1, storageId, "boot-1", Set.of(REPLICA)));
  }

  @Test
  void shouldRefuseASecondNodeOnOneDirectoryNamingBoth() throws Exception {
    // given
    StorageDirectory first = open("c", 1, "boot-1");

    // when, then
    assertThatThrownBy(() -> open("c", 2, "boot-1"))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("node 1 of cluster c")
        .hasMessageContaining("node 2 of cluster c");
    first.closeClean();
    assertThat(open("c", 1, "boot-1").cleanStop()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "node 7 of cluster c, process 1"})
  void shouldTakeOverALockThatADeadProcessLeft(String text) throws Exception {
    // given
    Files.writeString(path.resolve("lock"), text);

    // when, then
    assertThat(open("c", 1, "boot-1").identity().node()).isOne();
  }

  @Test
  void shouldRefuseTheDirectoryOfAnotherNodeOrClusterAndLeaveItAsItIs() throws Exception {
    // given
    open("c", 1, "boot-1").closeClean();
    Map<String, String> before = everything();

    // when, then
    assertThatThrownBy(() -> open("c", 2, "boot-1"))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining("belongs to node 1 of cluster c, not to node 2 of cluster c");
    assertThatThrownBy(() -> open("d", 1, "boot-1"))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining("cluster c")
        .hasMessageContaining("cluster d");
    assertThat(everything()).isEqualTo(before);
    assertThat(open("c", 1, "boot-1").cleanStop()).isTrue();
  }

  /** What a stranger's directory holds: files by their paths. */
  private static Stream<Map<String, String>> strangers() {
    return Stream.of(
        Map.of(
            "identity", "raft c n1\n",
            "lock", "",
            "groups.list", "t-0\n",
            "groups/6f1f2f8e-0000-4000-8000-000000000001/current/log_inprogress_0", "RaftLog1",
            "marks/m", ""),
        Map.of("identity", "raft c n1\n"),
        Map.of("identity", ""),
        Map.of("identity", "junk", "lock", "node 1 of cluster c, process 7"),
        Map.of("notes.txt", "mine"),
        Map.of(
            "meta.properties",
            "version=0\n",
            "logs/t-0/" + SEGMENT,
            "\0\0\0\0",
            "logs/t-0/00000000000000000000.index",
            ""),
        Map.of("logs/app.log", "started\n", "clean-stop", "yes", "departed/x", "y"));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void shouldRefuseADirectoryThatIsNoNodesAndLeaveItAsItIs(Map<String, String> files)
      throws Exception {
    // given
    for (Map.Entry<String, String> file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    Map<String, String> before = everything();

    // when, then
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            LogFailure.class, e -> assertThat(e.kind()).isEqualTo(LogFailure.Kind.NOT_OURS))
        .hasMessageContaining(path.toString())
        .hasMessageContaining("give this node an empty directory");
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "identity.tmp", "lost+found/x"})
  void shouldTakeADirectoryForEmptyThatHoldsNothingOfAccount(String file) throws Exception {
    // given
    write(file, "");

    // when
    StorageDirectory storage = open();

    // then
    assertThat(storage.identity().storageId()).isEqualTo(new UUID(0, 1));
    assertThat(storage.warnings()).isEmpty();
    storage.abandon();
    assertThat(open().powerLossPossible()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "logs/t-0-x/checkpoint, rvi-checkpoint 1",
    "logs/t-0-x/epochs, rvi-epochs 2",
    "logs/t-0-x/00000000000000000000.log, RVSG",
    "logs/storage, rvi-logs-of 1",
    "departed/t-0-x, rvi-departed 1",
    "clean-stop, rvi-clean-stop 1"
  })
  void shouldGetANewIdentityWhereOneFileShowsThatTheDirectoryIsANodes(String file, String words)
      throws Exception {
    for (boolean junk : new boolean[] {true, false}) {
      // given files of others do not make it theirs
      write(file, words + " and damaged behind it");
      write("notes.txt", "mine");
      if (junk) {
        write("identity", "junk");
      }

      // when
      StorageDirectory storage = open();

      // then
      assertThat(storage.identity().storageId()).isEqualTo(new UUID(0, drawn));
      assertThat(storage.cleanStop()).isFalse();
      assertThat(storage.warnings())
          .anyMatch(line -> line.contains(path.resolve("identity").toString()));
      storage.abandon();
      deleteTree(path);
    }
  }

  @Test
  void shouldGetANewIdentityWhenTheOldOneIsDamagedAndStillShowsItsKind() throws Exception {
    // given a directory of which nothing else says whose it is
    write("identity", "rvi-identity 1\ncluster c\n");

    // when, then
    StorageDirectory storage = open();
    assertThat(storage.identity().storageId()).isEqualTo(new UUID(0, 1));
    assertThat(storage.warnings()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "junk", "rvi-identity 1\ncluster c\n"})
  void shouldGetANewIdentityWhenTheOldOneIsUnreadable(String content) throws Exception {
    // given
    open("c", 1, "boot-1").closeClean();
    Files.writeString(path.resolve("identity"), content);

    // when
    StorageDirectory storage = open("c", 1, "boot-1");

    // then
    assertThat(storage.identity().storageId()).isEqualTo(new UUID(0, 2));
    assertThat(storage.cleanStop()).isFalse();
    assertThat(storage.warnings())
        .singleElement()
        .asString()
        .contains(path.resolve("identity").toString());
  }

  @Test
  void shouldNameThePathThatCannotBeUsed() throws Exception {
    // given a file where the directory should be
    Path file = Files.writeString(path.resolve("file"), "");

    // when, then
    assertThatThrownBy(
            () ->
                StorageDirectory.open(
                    new RealDisk(),
                    file,
                    new StorageDirectory.Tenant("c", 1, "boot-1", () -> new UUID(0, 1))))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining(file.toString());
  }
}
