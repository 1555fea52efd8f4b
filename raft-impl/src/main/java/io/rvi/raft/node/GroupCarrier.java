package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.storage.LogDamage;
import io.rvi.raft.wire.Names;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
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

  private final NodeSpec spec;
  private final NodeDirectory directory;
  private final GroupRegistry registry;
  private final RaftServer server;

  GroupCarrier(NodeSpec spec, NodeDirectory directory, GroupRegistry registry, RaftServer server) {
    this.spec = spec;
    this.directory = directory;
    this.registry = registry;
    this.server = server;
  }

  /** Opens every group noted in the registry. */
  void openAll() throws StartException {
    for (GroupEntry entry : registry.entries()) {
      open(entry);
    }
  }

  /**
   * Opens a group unless it is noted as created already.
   *
   * @param entry the group
   */
  void openNew(GroupEntry entry) throws StartException {
    if (!registry.contains(entry.name())) {
      note(entry);
      open(entry);
    }
  }

  private void open(GroupEntry entry) throws StartException {
    RaftGroupId id = entry.id(spec.cluster());
    Path home = directory.groups().resolve(id.getUuid().toString());
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
    cutTornTail(entry, home);
    RaftGroup group = RaftGroup.valueOf(id, entry.replicas().stream().map(this::peer).toList());
    GroupManagementRequest request =
        GroupManagementRequest.newAdd(ClientId.randomId(), server.getId(), 0, group, false);
    try {
      RaftClientReply reply =
          server.groupManagementAsync(request).get(OPEN_MAX_S, TimeUnit.SECONDS);
      if (!reply.isSuccess()) {
        throw new IOException(reply.getException());
      }
      note(entry.asCreated());
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

  private RaftPeer peer(NodeId node) {
    Endpoint endpoint = spec.peers().get(node);
    if (endpoint == null) {
      throw new IllegalStateException("no address for node " + node + "; peers " + spec.peers());
    }
    return RaftPeer.newBuilder().setId(Names.peer(node)).setAddress(endpoint.toString()).build();
  }

  private static void cutTornTail(GroupEntry entry, Path home) throws StartException {
    try {
      long cut = LogDamage.cutTornTail(home);
      if (cut > 0) {
        LOG.warn("group {}: cut {} bytes of an unfinished write off its log", entry.name(), cut);
      }
    } catch (IOException e) {
      throw unopened(entry, home, e);
    }
  }

  private static StartException unopened(GroupEntry entry, Path home, Exception cause) {
    return new StartException(
        StartException.Kind.STORAGE,
        "group "
            + entry.name()
            + " in "
            + home
            + " can't be opened: "
            + reason(home, cause)
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
    Throwable root = cause;
    for (Throwable next = root.getCause(); next != null; next = root.getCause()) {
      root = next;
    }
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
  List<String> ended() {
    return registry.entries().stream()
        .filter(GroupEntry::created)
        .filter(
            entry ->
                division(entry.id(spec.cluster()))
                    .filter(division -> !division.getInfo().isAlive())
                    .isPresent())
        .map(GroupEntry::name)
        .toList();
  }

  /** The groups that are open. */
  List<RaftServer.Division> open() {
    return registry.entries().stream()
        .filter(GroupEntry::created)
        .flatMap(entry -> division(entry.id(spec.cluster())).stream())
        .filter(division -> division.getInfo().isAlive())
        .toList();
  }

  private Optional<RaftServer.Division> division(RaftGroupId id) {
    try {
      return Optional.of(server.getDivision(id));
    } catch (IOException e) {
      return Optional.empty(); // Closed meanwhile.
    }
  }
}
