package io.rvi.isr.coordination;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's znodes as this node last read them; it trails the truth and never decides anything.
 *
 * <p>The watch is armed before the first read of a session; each event leads to a read of its path;
 * after each reconnect all is read again. Answers of an earlier connection are dropped. While a
 * path is being read, further events of it are merged into one more read: no more than one read of
 * a path is under way.
 */
final class ZNodeMirror {
  private final String root;
  private final Handover handover;
  private final Listener listener;
  private final NavigableMap<String, ZNode> nodes = new TreeMap<>();

  /** Paths being read; true where an event came since, so that the answer may be old. */
  private final Map<String, Boolean> reading = new HashMap<>();

  /** Paths found by the scan under way; null when none is. */
  private @Nullable Set<String> found;

  private final List<Runnable> atRest = new ArrayList<>();
  private int requests;
  private int generation;
  private long watchedSession;
  private @Nullable Session session;

  /** What is told, on the loop. */
  interface Listener {
    /** A path changed: before is null where it appeared, after is null where it is gone. */
    void changed(String path, @Nullable ZNode before, @Nullable ZNode after);

    /** All that existed when the connection was made has been read. */
    void synced();
  }

  ZNodeMirror(String root, Handover handover, Listener listener) {
    this.root = root;
    this.handover = handover;
    this.listener = listener;
  }

  /** The znode at a path, if one was there when it was last read. */
  @Nullable ZNode get(String path) {
    return nodes.get(path);
  }

  /** The znodes whose path starts so, in the order of their paths. */
  List<ZNode> under(String prefix) {
    return List.copyOf(nodes.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values());
  }

  /** Reads everything anew in this session. The root must exist. */
  void connected(Session connected) {
    generation++;
    session = connected;
    reading.clear();
    atRest.clear();
    requests = 0;
    found = new HashSet<>();
    if (watchedSession != connected.id()) {
      int asked = generation;
      connected
          .handle()
          .addWatch(
              root,
              this::event,
              AddWatchMode.PERSISTENT_RECURSIVE,
              (code, path, context) -> handover.run(() -> watched(asked, connected, code)),
              null);
    } else {
      // The client re-armed the watch as it reconnected, before any request that is sent now.
      read(root);
    }
  }

  /**
   * Forgets the connection: answers that still come are dropped. An answer that was lost says the
   * same, and a scan that misses it must not take what it did not see for gone.
   */
  void disconnected() {
    generation++;
    session = null;
  }

  /** Reads a path again, as if an event had named it. */
  void reread(String path) {
    if (session != null) {
      read(path);
    }
  }

  /**
   * Runs the work when every read that was asked for by now, and those these led to, are answered;
   * never, when the connection breaks first.
   */
  void whenAtRest(Runnable work) {
    if (requests == 0) {
      work.run();
    } else {
      atRest.add(work);
    }
  }

  /**
   * Runs work when all that had happened by now has been read.
   *
   * @param inStep the work
   * @param cutOff run instead when there is no connection, or it breaks before the answer
   */
  void whenInStep(Runnable inStep, Runnable cutOff) {
    Session by = session;
    if (by == null) {
      cutOff.run();
      return;
    }
    by.handle()
        .sync(
            root,
            (code, path, context) ->
                handover.run(
                    () -> {
                      if (Code.get(code) == Code.OK && session != null) {
                        whenAtRest(inStep);
                      } else {
                        cutOff.run();
                      }
                    }),
            null);
  }

  private void watched(int asked, Session by, int code) {
    if (asked != generation || code != Code.OK.intValue()) {
      return;
    }
    watchedSession = by.id();
    read(root);
  }

  private void event(WatchedEvent event) {
    if (event.getType() != Watcher.Event.EventType.None && event.getPath() != null) {
      handover.run(() -> reread(event.getPath()));
    }
  }

  private void read(String path) {
    Session by = session;
    if (by == null) {
      return;
    }
    if (reading.containsKey(path)) {
      reading.put(path, true);
      return;
    }
    reading.put(path, false);
    requests++;
    int asked = generation;
    by.handle()
        .getData(
            path,
            false,
            (code, at, context, data, stat) ->
                handover.run(() -> answered(asked, path, Code.get(code), data, stat)),
            null);
  }

  private void answered(
      int asked, String path, Code code, byte @Nullable [] data, @Nullable Stat stat) {
    if (asked != generation) {
      return;
    }
    if (code != Code.OK && code != Code.NONODE) {
      disconnected();
      return;
    }
    requests--;
    boolean again = Boolean.TRUE.equals(reading.remove(path));
    if (data != null && stat != null) {
      store(ZNode.of(path, data, stat));
      if (found != null && found.add(path) && stat.getNumChildren() > 0) {
        list(path);
      }
    } else {
      remove(path);
    }
    if (again) {
      read(path);
    }
    rest();
  }

  private void list(String path) {
    Session by = session;
    if (by == null) {
      return;
    }
    requests++;
    int asked = generation;
    by.handle()
        .getChildren(
            path,
            false,
            (int code, String at, Object context, List<String> children) ->
                handover.run(() -> listed(asked, path, Code.get(code), children)),
            null);
  }

  private void listed(int asked, String path, Code code, @Nullable List<String> children) {
    if (asked != generation) {
      return;
    }
    if (code != Code.OK && code != Code.NONODE) {
      disconnected();
      return;
    }
    requests--;
    if (children != null) {
      children.forEach(child -> read(path + "/" + child));
    }
    rest();
  }

  /** A reader of one session gets its answers in order, so a later answer is never older. */
  private void store(ZNode node) {
    ZNode before = nodes.put(node.path(), node);
    if (before == null || before.mzxid() != node.mzxid() || before.czxid() != node.czxid()) {
      listener.changed(node.path(), before, node);
    }
  }

  private void remove(String path) {
    if (found != null) {
      found.remove(path);
    }
    ZNode before = nodes.remove(path);
    if (before != null) {
      listener.changed(path, before, null);
    }
  }

  private void rest() {
    if (requests > 0) {
      return;
    }
    Set<String> scanned = found;
    if (scanned != null) {
      found = null;
      List.copyOf(nodes.keySet()).stream()
          .filter(path -> !scanned.contains(path))
          .forEach(this::remove);
      listener.synced();
    }
    List<Runnable> due = List.copyOf(atRest);
    atRest.clear();
    due.forEach(Runnable::run);
  }
}
