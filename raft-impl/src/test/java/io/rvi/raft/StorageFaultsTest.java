package io.rvi.raft;

import static io.rvi.raft.DataDirs.deleteTree;
import static io.rvi.raft.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.contract.ContractCluster;
import io.rvi.contract.EmbeddedClusters;
import io.rvi.raft.storage.SegmentFile;
import io.rvi.raft.storage.SegmentScanner;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a node whose disk was harmed while it was down, or hangs while it leads. */
final class StorageFaultsTest {
  private static final String TOPIC = "t";
  private static final int RECORDS = 20;
  private static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.US_ASCII);

  private final CountDownLatch healed = new CountDownLatch(1);
  private ContractCluster cluster;
  private LogClient client;
  private ReplicatedLog log;

  @BeforeEach
  void startCluster() throws Exception {
    cluster =
        EmbeddedClusters.of(new RaftBackend())
            .create(3, Map.of("storage.stall.max", "500ms", "request.deadline", "20s"));
    client = cluster.connect("storage", Map.of());
    client.createTopic(TOPIC, 1, 3).get();
    log = client.open(TOPIC, 0);
    for (int i = 0; i < RECORDS; i++) {
      append("r" + i);
    }
    for (NodeId node : cluster.nodes()) {
      await(node + " to be level", () -> isLevel(node));
    }
  }

  @AfterEach
  void stopCluster() {
    CodeInjectionForTesting.remove("SegmentedRaftLogWorker.runWorker");
    healed.countDown();
    cluster.close();
  }

  @Test
  void shouldFillAnEmptiedFollowerOfAnIdlePartition() throws Exception {
    // given
    NodeId follower = follower();
    cluster.stop(follower);
    deleteTree(cluster.dataDir(follower));

    // when
    cluster.start(follower);

    // then, though nobody appends
    await("the follower to catch up", () -> highWatermarkOn(follower) == RECORDS);
  }

  @Test
  void shouldCutATornTailAndStart() throws Exception {
    // given an entry of which the end was not written
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);
    byte[] written = Files.readAllBytes(newest.path());
    int end = endOfEntries(newest);
    byte[] torn = new byte[end + 40];
    System.arraycopy(written, 0, torn, 0, end);
    System.arraycopy(written, 8, torn, end, 20);
    Files.write(newest.path(), torn);

    // when
    cluster.start(follower);

    // then
    await("the follower to be level", () -> highWatermarkOn(follower) == RECORDS);
    append("after");
    await("the follower to follow", () -> highWatermarkOn(follower) == RECORDS + 1);
  }

  @Test
  void shouldStartWhenTheNewestSegmentWasJustCreated() throws Exception {
    for (int bytes : new int[] {0, 3, 8, 4_096}) {
      // given a newest segment with none, a part or all of its header, or zeros alone
      NodeId follower = follower();
      cluster.kill(follower);
      SegmentFile newest = newestSegment(follower);
      long next = newest.firstIndex() + entries(newest).size();
      if (next > newest.firstIndex()) {
        close(newest);
      }
      byte[] content = new byte[bytes];
      System.arraycopy(HEADER, 0, content, 0, bytes <= HEADER.length ? bytes : 0);
      Files.write(newest.path().resolveSibling("log_inprogress_" + next), content);

      // when
      cluster.start(follower);

      // then
      await("the follower to be level", () -> isLevel(follower));
    }
  }

  @Test
  void shouldRefuseADamagedLogAndNameFileAndIndex() throws Exception {
    // given a bit flipped in the payload of a record with good ones after it
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);
    byte[] bytes = Files.readAllBytes(newest.path());
    int at = indexOf(bytes, "r7".getBytes(StandardCharsets.US_ASCII));
    bytes[at] ^= 1;
    Files.write(newest.path(), bytes);

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(follower))
        .matches(e -> e.kind() == StartException.Kind.STORAGE)
        .withMessageContaining(newest.path().toString())
        .withMessageContaining("at index ")
        .withMessageNotContaining("\n");
    append("the others go on");
  }

  @Test
  void shouldRefuseADamagedLengthInTheNewestFileAndLeaveItAsItIs() throws Exception {
    // given a length that points to where nothing was written, with good entries after it
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);

    // when, then
    requireRefusalOfADamagedLength(follower, newest);
    append("the others go on");
  }

  @Test
  void shouldRefuseADamagedLengthInAClosedFileAndLeaveItAsItIs() throws Exception {
    // given the same in the last file with entries, of which Ratis would cut off all that follows
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);
    long next = newest.firstIndex() + entries(newest).size();
    SegmentFile closed = close(newest);
    Files.write(newest.path().resolveSibling("log_inprogress_" + next), HEADER);

    // when, then
    requireRefusalOfADamagedLength(follower, closed);
  }

  private void requireRefusalOfADamagedLength(NodeId node, SegmentFile file) throws Exception {
    // given
    List<Integer> entries = entries(file);
    int damaged = entries.size() - 3;
    int position = entries.get(damaged);
    byte[] bytes = Files.readAllBytes(file.path());
    int at = position;
    while (bytes[at] < 0) {
      at++;
    }
    bytes[at] ^= (byte) 0x80; // So the length goes on into the entry.
    Files.write(file.path(), bytes);

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(node))
        .matches(e -> e.kind() == StartException.Kind.STORAGE)
        .withMessageContaining(file.path().toString())
        .withMessageContaining("at index " + (file.firstIndex() + damaged) + ":")
        .withMessageContaining("at byte " + position + " ")
        .withMessageNotContaining("\n");
    assertThat(Files.readAllBytes(file.path())).isEqualTo(bytes);
  }

  @Test
  void shouldRefuseADamagedLastRecord() throws Exception {
    // given
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);
    byte[] bytes = Files.readAllBytes(newest.path());
    bytes[endOfEntries(newest) - 6] ^= 1;
    Files.write(newest.path(), bytes);

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(follower))
        .withMessageContaining(newest.path().toString());
  }

  @Test
  void shouldRefuseAnEmptyVoteFile() throws Exception {
    // given
    NodeId follower = follower();
    cluster.kill(follower);
    Path meta = newestSegment(follower).path().resolveSibling("raft-meta");
    Files.write(meta, new byte[0]);

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(follower))
        .withMessageContaining("raft-meta");
  }

  @Test
  void shouldRefuseToStartWithoutTheDirectoryOfAGroup() throws Exception {
    // given
    NodeId follower = follower();
    cluster.kill(follower);
    Path group = newestSegment(follower).path().resolve("../..").normalize();
    deleteTree(group);

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(follower))
        .withMessageContaining(group.toString())
        .withMessageContaining("missing");
  }

  @Test
  void shouldRefuseToStartWithoutTheNewestFileOfALog() throws Exception {
    // given a file of which it was noted that it is there
    NodeId follower = follower();
    await("the note", () -> isNewestSegmentNoted(follower));
    SegmentFile newest = newestSegment(follower);
    cluster.kill(follower);
    Files.delete(newest.path());

    // when, then
    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> cluster.start(follower))
        .matches(e -> e.kind() == StartException.Kind.STORAGE)
        .withMessageContaining(newest.path().toString())
        .withMessageContaining("missing")
        .withMessageNotContaining("\n");
  }

  @Test
  void shouldRefuseToStartWithoutAClosedFileOfALog() throws Exception {
    // given a log of several files
    NodeId follower = follower();
    cluster.kill(follower);
    SegmentFile newest = newestSegment(follower);
    split(newest);
    Path group = newest.path().resolve("../..").normalize();
    List<SegmentFile> files = SegmentFile.of(group);
    assertThat(files).hasSizeGreaterThanOrEqualTo(3);

    for (SegmentFile gone : files.subList(0, files.size() - 1)) {
      byte[] content = Files.readAllBytes(gone.path());
      Files.delete(gone.path());

      // when, then
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> cluster.start(follower))
          .matches(e -> e.kind() == StartException.Kind.STORAGE)
          .withMessageContaining(group.toString())
          .withMessageContaining(
              "no file holds the entries " + gone.firstIndex() + " to " + gone.lastIndex().get())
          .withMessageNotContaining("\n");
      Files.write(gone.path(), content);
    }

    // and with all of them it starts
    cluster.start(follower);
    await("the follower to be level", () -> highWatermarkOn(follower) == RECORDS);
  }

  /**
   * Two of three have a record; one of them is emptied. It must not vote for the third, which lacks
   * the record, and is filled again once the other is back.
   */
  @Test
  void shouldNotVoteWithAnEmptiedDirectoryAsIfItWasWhole() throws Exception {
    // given
    NodeId leader = leader();
    NodeId emptied = follower();
    NodeId behind =
        cluster.nodes().stream()
            .filter(node -> !node.equals(leader) && !node.equals(emptied))
            .findFirst()
            .orElseThrow();
    cluster.kill(behind);
    append("held by two");
    cluster.stop(emptied);
    cluster.kill(leader);
    deleteTree(cluster.dataDir(emptied));

    // when the emptied and the one behind are a majority
    cluster.start(emptied);
    cluster.start(behind);
    LogClient hasty = cluster.connect("hasty", Map.of("request.deadline", "3s"));
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> hasty.open(TOPIC, 0).append(new byte[1]).get())
        .withCauseInstanceOf(NotCommittedException.class);

    // then nobody leads without the record, and the emptied one gets it
    cluster.start(leader);
    await("the emptied to be filled", () -> highWatermarkOn(emptied) == RECORDS + 1);
    await("all to be voters again", () -> describe().inSync().size() == 3);
    append("after all");
    assertThat(describe().highWatermark()).isEqualTo(RECORDS + 2);
  }

  @Test
  void shouldHandOverWhenTheDiskOfTheLeaderHangs() throws Exception {
    // given a node whose log writers hang from their start on
    NodeId hung = leader();
    CodeInjectionForTesting.put(
        "SegmentedRaftLogWorker.runWorker",
        (local, remote, arguments) -> local.toString().equals(hung.toString()) && hang());
    cluster.kill(hung);
    cluster.start(hung);
    await("a leader", () -> describe().leader().isPresent());

    // when whoever leads hands over, if it is not the hung node already
    Appended appended = log.append("past the hung disk".getBytes(StandardCharsets.UTF_8)).get();

    // then
    assertThat(appended.offset()).isEqualTo(RECORDS);
    assertThat(leader()).isNotEqualTo(hung);
  }

  /** As long as the test lasts, and at most a minute. */
  private boolean hang() {
    try {
      healed.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  private void append(String text) throws Exception {
    log.append(text.getBytes(StandardCharsets.UTF_8)).get();
  }

  private TopicDescription.Partition describe() {
    return client.describe(TOPIC).join().partitions().get(0);
  }

  private NodeId leader() {
    await("a leader", () -> describe().leader().isPresent());
    return describe().leader().orElseThrow();
  }

  private NodeId follower() {
    NodeId leader = leader();
    return cluster.nodes().stream().filter(n -> !n.equals(leader)).findFirst().orElseThrow();
  }

  private long highWatermarkOn(NodeId node) {
    return describe().replicaStates().stream()
        .filter(state -> state.node().equals(node))
        .mapToLong(TopicDescription.ReplicaState::highWatermark)
        .findFirst()
        .orElse(-1);
  }

  /**
   * Whether a node has all records, on its disk too: a follower may apply what is not there yet.
   */
  private boolean isLevel(NodeId node) {
    try {
      return highWatermarkOn(node) == RECORDS && findNewestSegment(node).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SegmentFile newestSegment(NodeId node) throws IOException {
    return findNewestSegment(node)
        .orElseThrow(() -> new IllegalStateException(node + " does not hold the records"));
  }

  private boolean isNewestSegmentNoted(NodeId node) {
    try {
      SegmentFile newest = newestSegment(node);
      String group = newest.path().resolve("../..").normalize().getFileName().toString();
      Path mark = cluster.dataDir(node).resolve("marks").resolve(group);
      return Files.exists(mark)
          && Long.parseLong(Files.readString(mark).strip()) == newest.firstIndex();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest file of the group that holds the records; each new term begins another file. */
  private Optional<SegmentFile> findNewestSegment(NodeId node) throws IOException {
    try (Stream<Path> groups = Files.list(cluster.dataDir(node).resolve("groups"))) {
      for (Path group : groups.toList()) {
        List<SegmentFile> files = SegmentFile.of(group);
        if (files.isEmpty()) {
          continue;
        }
        for (SegmentFile file : files) {
          if (indexOf(Files.readAllBytes(file.path()), new byte[] {'r', '1', '9'}) >= 0) {
            return Optional.of(files.get(files.size() - 1));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static int endOfEntries(SegmentFile file) throws IOException {
    SegmentScanner scanner = SegmentScanner.open(file);
    for (Optional<LogEntryProto> e = scanner.next(); e.isPresent(); e = scanner.next()) {
      // On to the end.
    }
    return Math.toIntExact(scanner.position());
  }

  /** Where its entries begin. */
  private static List<Integer> entries(SegmentFile file) throws IOException {
    SegmentScanner scanner = SegmentScanner.open(file);
    List<Integer> entries = new ArrayList<>();
    long position = scanner.position();
    while (scanner.next().isPresent()) {
      entries.add(Math.toIntExact(position));
      position = scanner.position();
    }
    return entries;
  }

  /** Renames a file and cuts its zeros off, as Ratis does when it closes one. */
  private static SegmentFile close(SegmentFile open) throws IOException {
    if (open.lastIndex().isPresent()) {
      return open; // Ratis has closed it, and has begun no other since.
    }
    long last = open.firstIndex() + entries(open).size() - 1;
    Path path = open.path().resolveSibling("log_" + open.firstIndex() + "-" + last);
    byte[] bytes = Files.readAllBytes(open.path());
    Files.write(path, Arrays.copyOf(bytes, endOfEntries(open)));
    Files.delete(open.path());
    return new SegmentFile(path, open.firstIndex(), Optional.of(last));
  }

  /** Makes three files of one, as if segments were shorter. */
  private static void split(SegmentFile open) throws IOException {
    List<Integer> entries = entries(open);
    int third = entries.size() / 3;
    long first = open.firstIndex();
    long second = first + third;
    long last = second + third;
    Path path = open.path();
    writePart(path, "log_" + first + "-" + (second - 1), entries.get(0), entries.get(third));
    writePart(path, "log_" + second + "-" + (last - 1), entries.get(third), entries.get(2 * third));
    writePart(path, "log_inprogress_" + last, entries.get(2 * third), endOfEntries(open));
    Files.delete(path);
  }

  private static void writePart(Path whole, String name, int from, int to) throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    byte[] part = Arrays.copyOf(HEADER, HEADER.length + to - from);
    System.arraycopy(bytes, from, part, HEADER.length, to - from);
    Files.write(whole.resolveSibling(name), part);
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }
}
