package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Holds the ephemeral znode that says this node is alive, in the present session and no other.
 *
 * <p>Who owns a znode that is found in the way decides:
 *
 * <ul>
 *   <li>the present session: an earlier request of ours had landed; fine;
 *   <li>an earlier session of this very storage, whether of this process or of one that was killed:
 *       it is dead, as the storage is locked by one process at a time; its znode is replaced at
 *       once, in one transaction, and would otherwise vanish under us when that session expires;
 *   <li>anybody else: another node uses our id. It may be a dead one whose session has yet to
 *       expire, so we wait for that; who starts bounds the wait.
 * </ul>
 */
final class Registration {
  static final String STORAGE_ID = "storageId";
  static final String CLEAN_STOP = "cleanStop";
  static final String NONCE = "nonce";

  private final String path;
  private final NodeId node;
  private final String storageId;
  private final boolean cleanStop;
  private final Handover handover;
  private final Listener listener;
  private final Set<Long> deadSessions = new HashSet<>();
  private @Nullable Session session;
  private long registeredIn;
  private long incarnation;
  private boolean underWay;

  /** What is told, on the loop. */
  interface Listener {
    /** This node is registered; the incarnation grows with each registration. */
    void registered(long incarnation);

    /** Another node holds our id for now. */
    void inTheWay(String message);
  }

  Registration(
      Paths paths,
      NodeId node,
      String storageId,
      boolean cleanStop,
      Handover handover,
      Listener listener) {
    this.path = paths.node(node);
    this.node = node;
    this.storageId = storageId;
    this.cleanStop = cleanStop;
    this.handover = handover;
    this.listener = listener;
  }

  /** A session is there, again or anew; registers in it unless it did. */
  void connected(Session connected) {
    Session before = session;
    if (before != null && before.id() != connected.id()) {
      deadSessions.add(before.id());
    }
    session = connected;
    underWay = false;
    ensure();
  }

  void disconnected() {
    underWay = false;
  }

  /** Our path changed: registers again if it is not ours any more. */
  void changed(@Nullable ZNode now) {
    Session by = session;
    if (by != null && (now == null || now.owner() != by.id())) {
      registeredIn = 0;
      ensure();
    }
  }

  /** Whether a session is known to be an earlier one of this storage, so that it is dead. */
  boolean isDead(long sessionId) {
    return deadSessions.contains(sessionId);
  }

  private void ensure() {
    Session by = session;
    if (by == null || underWay || registeredIn == by.id()) {
      return;
    }
    underWay = true;
    by.handle()
        .create(
            path,
            content(by),
            Paths.OPEN,
            CreateMode.EPHEMERAL,
            (code, at, context, name, stat) ->
                handover.run(() -> created(by, Code.get(code), stat)),
            null);
  }

  private void created(Session by, Code code, @Nullable Stat stat) {
    if (!by.equals(session)) {
      return;
    }
    if (code == Code.OK && stat != null) {
      done(by, stat.getCzxid());
    } else if (code == Code.NODEEXISTS) {
      look(by);
    } else {
      // Lost: the reconnect calls again, in this session or another.
      underWay = false;
    }
  }

  private void look(Session by) {
    by.handle()
        .getData(
            path,
            false,
            (code, at, context, data, stat) ->
                handover.run(
                    () ->
                        looked(
                            by,
                            Code.get(code),
                            data == null || stat == null ? null : ZNode.of(path, data, stat))),
            null);
  }

  private void looked(Session by, Code code, @Nullable ZNode found) {
    if (!by.equals(session)) {
      return;
    }
    if (code == Code.NONODE) {
      underWay = false;
      ensure();
    } else if (found == null) {
      underWay = false;
    } else if (found.owner() == by.id()) {
      done(by, found.czxid());
    } else if (Fields.of(found).text(STORAGE_ID).equals(storageId)) {
      deadSessions.add(found.owner());
      replace(by, found);
    } else {
      underWay = false;
      listener.inTheWay(
          "node id "
              + node
              + " is in use by another storage ("
              + Fields.of(found).text(STORAGE_ID)
              + ", session 0x"
              + Long.toHexString(found.owner())
              + "): give this node another id, or stop the other one");
    }
  }

  private void replace(Session by, ZNode old) {
    List<Op> ops =
        List.of(
            Op.delete(path, old.version()),
            Op.create(path, content(by), Paths.OPEN, CreateMode.EPHEMERAL));
    by.handle()
        .multi(
            ops,
            (code, at, context, results) ->
                handover.run(
                    () -> {
                      if (by.equals(session)) {
                        // Whatever the answer, the znode says what is true, and its czxid.
                        replaced(by, Code.get(code));
                      }
                    }),
            null);
  }

  private void replaced(Session by, Code code) {
    if (code == Code.CONNECTIONLOSS || code == Code.SESSIONEXPIRED) {
      underWay = false;
    } else {
      look(by);
    }
  }

  private void done(Session by, long czxid) {
    underWay = false;
    registeredIn = by.id();
    if (incarnation != czxid) {
      incarnation = czxid;
      listener.registered(czxid);
    }
  }

  private byte[] content(Session by) {
    return Fields.at(path)
        .with(STORAGE_ID, storageId)
        .with(CLEAN_STOP, cleanStop)
        .with(NONCE, by)
        .bytes();
  }
}
