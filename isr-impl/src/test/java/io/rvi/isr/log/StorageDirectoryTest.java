package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageDirectoryTest {
  @TempDir private Path path;

  private int drawn;

  private StorageDirectory open(String cluster, int node, String bootToken) throws LogFailure {
    return StorageDirectory.open(
        new RealDisk(),
        path,
        new StorageDirectory.Tenant(cluster, node, bootToken, () -> new UUID(0, ++drawn)));
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

    // when, then
    assertThatThrownBy(() -> open("c", 2, "boot-1"))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining("belongs to node 1 of cluster c, not to node 2 of cluster c");
    assertThatThrownBy(() -> open("d", 1, "boot-1"))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining("cluster c")
        .hasMessageContaining("cluster d");
    assertThat(open("c", 1, "boot-1").cleanStop()).isTrue();
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
