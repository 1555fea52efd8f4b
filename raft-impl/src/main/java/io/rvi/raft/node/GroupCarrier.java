package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.storage.LogDamage;
import io.rvi.raft.wire.Names;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens groups on a node's Ratis server, each with this node's own view of its peers' addresses.
 *
 * <p>Ratis keeps for each peer the first address that it hears and ignores all later ones, those in
 * the log and on disk included; so the address given here, before anything is read, is the one that
 * is dialled.
 */
final class GroupCarrier {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCarrier.class);

  /** Opening a group reads its whole log; a longer wait than this means that it hangs. */
  private static final long OPEN_MAX_S = 600;

  private static final int DELETIONS_MAX = 3;

  private final NodeSpec spec;
  private final NodeDirectory directory;
  private final GroupRegistry registry;
  private final RaftServer server;
  private final NewestSegments newest;

  /**
   * The names of groups that are being opened; to ask Ratis for one waits until its log is read.
   */
  private final Set<String> opening = ConcurrentHashMap.newKeySet();

  GroupCarrier(NodeSpec spec, NodeDirectory directory, GroupRegistry registry, RaftServer server) {
    this.spec = spec;
    this.directory = directory;
    this.registry = registry;
    this.server = server;
    this.newest = new NewestSegments(directory.marks());
  }

  /**
   * Opens every group that was created, and the catalog; finishes deletions. A partition that is
   * only planned waits for {@link ReplicaKeeper}.
   */
  void openAll() throws StartException {
    for (GroupEntry entry : registry.entries()) {
      if (entry.state() == GroupEntry.State.LEAVING) {
        delete(entry);
      } else if (entry.created() || entry.isCatalog()) {
        open(entry);
      }
    }
  }

  /**
   * Opens a group unless it is noted already.
   *
   * @param entry the group
   */
  void openNew(GroupEntry entry) throws StartException {
    if (!registry.contains(entry.name())) {
      plan(entry);
      open(entry);
    }
  }

  /** Notes a group that is about to be opened for the first time; durable on return. */
  void plan(GroupEntry entry) throws StartException {
    note(entry);
  }

  /** Deletes this node's replica of a group. */
  void delete(GroupEntry entry) throws StartException {
    note(entry.as(GroupEntry.State.LEAVING));
    end(entry, true);
    try {
      deleteTree(home(entry)); // What a deletion that was cut short has left.
      newest.forget(entry.id(spec.cluster()));
      registry.remove(entry.name());
    } catch (IOException e) {
      throw unopened(entry, home(entry), e);
    }
    LOG.info("{}: group {} was reassigned to other nodes and is deleted", spec.id(), entry.name());
  }

  private static void deleteTree(Path tree) throws IOException {
    for (int attempt = 1; Files.exists(tree); attempt++) {
      try (Stream<Path> paths = Files.walk(tree)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        // A server that was closed while it deleted the same may not have ended yet.
        if (attempt == DELETIONS_MAX) {
          throw new IOException("cannot delete " + tree + ": " + e, e);
        }
      }
    }
  }

  /** Closes a group, if it is open or has ended by itself. */
  private void end(GroupEntry entry, boolean deletes) throws StartException {
    if (division(entry).isEmpty()) {
      return;
    }
    RaftGroupId id = entry.id(spec.cluster());
    GroupManagementRequest request =
        GroupManagementRequest.newRemove(
            ClientId.randomId(), server.getId(), 0, id, deletes, false);
    manage(entry, request);
  }

  private Path home(GroupEntry entry) {
    return directory.groups().resolve(entry.id(spec.cluster()).getUuid().toString());
  }

  /** Opens a group, again if it has ended by itself; nothing happens when it is open. */
  void open(GroupEntry entry) throws StartException {
    if (division(entry).filter(open -> open.getInfo().isAlive()).isPresent()) {
      return;
    }
    opening.add(entry.name());
    try {
      openEnded(entry);
    } finally {
      opening.remove(entry.name());
    }
  }

  private void openEnded(GroupEntry entry) throws StartException {
    end(entry, false);
    RaftGroupId id = entry.id(spec.cluster());
    Path home = home(entry);
    if (entry.created() && !Files.isDirectory(home)) {
      throw new StartException(
          StartException.Kind.STORAGE,
          "group "
              + entry.name()
              + ": its directory "
              + home
              + " is missing; bring it back, or"
              + " empty the node's data directory to seed it anew",
          null);
    }
    requireNewestSegment(entry, home);
    mendLog(entry, home);
    RaftGroup group = RaftGroup.valueOf(id, entry.replicas().stream().map(this::peer).toList());
    GroupManagementRequest request =
        GroupManagementRequest.newAdd(ClientId.randomId(), server.getId(), 0, group, false);
    manage(entry, request);
    note(entry.as(GroupEntry.State.CREATED));
  }

  private void manage(GroupEntry entry, GroupManagementRequest request) throws StartException {
    Path home = home(entry);
    try {
      RaftClientReply reply =
          server.groupManagementAsync(request).get(OPEN_MAX_S, TimeUnit.SECONDS);
      if (!reply.isSuccess()) {
        throw new IOException(reply.getException());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unopened(entry, home, e);
    } catch (ExecutionException | TimeoutException | IOException e) {
      throw unopened(entry, home, e);
    }
  }

  private void note(GroupEntry entry) throws StartException {
    try {
      registry.put(entry);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "group list " + directory.registry() + " can't be written: " + e,
          e);
    }
  }

  /** Tells Ratis where every node is, before it hears of addresses from logs and other nodes. */
  void introduceAll() {
    server
        .getServerRpc()
        .addRaftPeers(
            spec.peers().keySet().stream()
                .filter(node -> !node.equals(spec.id()))
                .map(this::peer)
                .toList());
  }

  /** A node as Ratis has it, with its address as this node sees it. */
  RaftPeer peer(NodeId node) {
    Endpoint endpoint = spec.peers().get(node);
    if (endpoint == null) {
      throw new IllegalStateException("no address for node " + node + "; peers " + spec.peers());
    }
    return RaftPeer.newBuilder().setId(Names.peer(node)).setAddress(endpoint.toString()).build();
  }

  private void requireNewestSegment(GroupEntry entry, Path home) throws StartException {
    try {
      Optional<LogDamage> missing = newest.missing(entry.id(spec.cluster()), home);
      if (missing.isPresent()) {
        throw new StartException(
            StartException.Kind.STORAGE,
            "group "
                + entry.name()
                + ": "
                + missing.get()
                + "; bring it back, or empty the node's data directory to seed it anew",
            null);
      }
    } catch (IOException | NumberFormatException e) {
      throw unopened(entry, home, e);
    }
  }

  /** Notes how far the log of a group that is open has come; takes as long as the disk does. */
  void noteNewestSegment(RaftServer.Division division, long nowNanos) {
    RaftGroupId id = division.getMemberId().getGroupId();
    try {
      newest.look(division, directory.groups().resolve(id.getUuid().toString()), nowNanos);
    } catch (IOException e) {
      LOG.warn("{}: noting the newest log file of {}: {}", spec.id(), id, e.toString());
    }
  }

  /**
   * Before Ratis sees a log: cuts an unfinished write off it, and refuses what Ratis would take for
   * a shorter log, since the replica would then vote without entries that it has acknowledged.
   */
  private static void mendLog(GroupEntry entry, Path home) throws StartException {
    Optional<LogDamage> damage;
    try {
      damage = LogDamage.findUnnoticed(home);
      if (damage.isEmpty()) {
        LogDamage.Cut cut = LogDamage.cutTornTail(home);
        damage = cut.damage();
        if (cut.bytes() > 0) {
          LOG.warn(
              "group {}: cut {} bytes of an unfinished write off its log",
              entry.name(),
              cut.bytes());
        }
      }
    } catch (IOException e) {
      throw unopened(entry, home, e);
    }
    if (damage.isPresent()) {
      throw unopened(entry, home, damage.get().toString(), null);
    }
  }

  private static StartException unopened(GroupEntry entry, Path home, Exception cause) {
    return unopened(entry, home, reason(home, cause), cause);
  }

  private static StartException unopened(
      GroupEntry entry, Path home, String reason, @Nullable Exception cause) {
    return new StartException(
        StartException.Kind.STORAGE,
        "group "
            + entry.name()
            + " in "
            + home
            + " can't be opened: "
            + reason
            + "; restore it, or empty the node's data directory to seed it anew",
        cause);
  }

  /** Ratis says that a checksum is wrong; where, is for the operator to know. */
  private static String reason(Path home, Exception cause) {
    try {
      Optional<LogDamage> damage = LogDamage.find(home);
      if (damage.isPresent()) {
        return damage.get().toString();
      }
    } catch (IOException e) {
      return e.toString();
    }
    Throwable root = RootCause.of(cause);
    return root.getMessage() != null && root.getMessage().startsWith("'term' not found")
        ? "vote file " + home.resolve("current").resolve("raft-meta") + " is empty or damaged"
        : root.toString();
  }

  /** The groups that this node leads. */
  List<RaftServer.Division> led() {
    return open().stream().filter(division -> division.getInfo().isLeader()).toList();
  }

  /**
   * The groups that were opened and have ended, as they do when Ratis meets what it can't handle.
   */
  List<GroupEntry> ended() {
    return created().stream()
        .filter(
            entry -> division(entry).filter(division -> !division.getInfo().isAlive()).isPresent())
        .toList();
  }

  /** The groups whose directories were made. */
  List<GroupEntry> created() {
    return registry.entries().stream().filter(GroupEntry::created).toList();
  }

  /** The groups that are open. Waits for no disk. */
  List<RaftServer.Division> open() {
    return created().stream()
        .filter(entry -> !opening.contains(entry.name()))
        .flatMap(entry -> division(entry).stream())
        .filter(division -> division.getInfo().isAlive())
        .toList();
  }

  /** A group as this server has it, alive or ended; empty when it has it not. */
  Optional<RaftServer.Division> division(GroupEntry entry) {
    try {
      return Optional.of(server.getDivision(entry.id(spec.cluster())));
    } catch (IOException e) {
      return Optional.empty(); // Closed meanwhile.
    }
  }
}
