package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Stands for controller whenever there is none.
 *
 * <p>One transaction creates the ephemeral {@code /controller} and sets {@code /controller_epoch}
 * with its expected version; the version so reached <em>is</em> the controller epoch. So two
 * winners have two epochs, and every write of the earlier one fails from then on. A try whose
 * outcome is unknown needs no care of its own: if it landed, the mirror shows our session as the
 * owner; if not, the next try fences it.
 *
 * <pre>
 *   IDLE --no controller seen--> STANDING --won, or seen to be ours--> CONTROLLER
 *    ^                              |                                     |
 *    +------- lost, or unknown -----+---- another's, gone, or session lost +
 * </pre>
 */
final class Candidacy {
  private static final String NODE = "node";
  private static final String EPOCH = "epoch";

  private final Paths paths;
  private final NodeId node;
  private final ZNodeMirror mirror;
  private final LongPredicate deadSession;
  private final Handover handover;
  private final CoordinationListener listener;
  private @Nullable Session session;
  private boolean standing;

  /** The epoch in which this node is controller; 0 when it is not. */
  private long epoch;

  /** The last epoch that this node gave up; it never holds the office in it again. */
  private long resignedEpoch;

  Candidacy(
      Paths paths,
      NodeId node,
      ZNodeMirror mirror,
      LongPredicate deadSession,
      Handover handover,
      CoordinationListener listener) {
    this.paths = paths;
    this.node = node;
    this.mirror = mirror;
    this.deadSession = deadSession;
    this.handover = handover;
    this.listener = listener;
  }

  /** A session is there; its election must be judged by what the mirror reads from now on. */
  void connected(Session connected) {
    Session before = session;
    if (before != null && before.id() != connected.id()) {
      resign();
    }
    session = connected;
    standing = false;
  }

  /** The session is lost, or must be taken to be. */
  void lost() {
    session = null;
    standing = false;
    resign();
  }

  /**
   * A write of this epoch was fenced: somebody else is controller by now.
   *
   * @param controllerEpoch the epoch of the write
   */
  void fenced(long controllerEpoch) {
    if (controllerEpoch == epoch) {
      standAgain();
    }
  }

  /** Gives the office up, and looks who holds it. */
  void standAgain() {
    resign();
    mirror.reread(paths.controllerEpoch());
    mirror.reread(paths.controller());
    mirror.whenAtRest(this::look);
  }

  /** The node that the mirror shows as controller, if any. */
  static @Nullable NodeId nodeOf(@Nullable ZNode controller) {
    return controller == null
        ? null
        : new NodeId(Math.toIntExact(Fields.of(controller).number(NODE)));
  }

  /** The mirror has news of the controller, or is in step. */
  void look() {
    Session by = session;
    if (by == null || standing) {
      return;
    }
    ZNode controller = mirror.get(paths.controller());
    boolean ours = controller != null && controller.owner() == by.id();
    long ownEpoch = controller != null && ours ? Fields.of(controller).number(EPOCH) : 0;
    if (ownEpoch > resignedEpoch) {
      win(by, ownEpoch);
    } else if (controller == null || ours || deadSession.test(controller.owner())) {
      resign();
      stand(by, controller);
    } else {
      resign();
    }
  }

  private void stand(Session by, @Nullable ZNode deadController) {
    ZNode epochs = mirror.get(paths.controllerEpoch());
    if (epochs == null) {
      return;
    }
    long next = epochs.version() + 1L;
    byte[] content =
        Fields.at(paths.controller()).with(NODE, node.value()).with(EPOCH, next).bytes();
    List<Op> ops = new ArrayList<>();
    if (deadController != null) {
      ops.add(Op.delete(paths.controller(), deadController.version()));
    }
    ops.add(Op.create(paths.controller(), content, Paths.OPEN, CreateMode.EPHEMERAL));
    ops.add(Op.setData(paths.controllerEpoch(), content, epochs.version()));
    standing = true;
    by.handle()
        .multi(
            ops,
            (code, at, context, results) ->
                handover.run(
                    () -> {
                      if (by.equals(session)) {
                        stood(by, Code.get(code), next);
                      }
                    }),
            null);
  }

  private void stood(Session by, Code code, long asked) {
    standing = false;
    if (code == Code.OK) {
      win(by, asked);
    }
    if (code == Code.NODEEXISTS || code == Code.BADVERSION || code == Code.NONODE) {
      // Somebody moved since the mirror read: look again when it has caught up.
      mirror.reread(paths.controllerEpoch());
      mirror.reread(paths.controller());
      mirror.whenAtRest(this::look);
    }
  }

  /** Events older than the election have arrived by now; their reads must be answered first. */
  private void win(Session by, long won) {
    if (epoch == won) {
      return;
    }
    resign();
    epoch = won;
    mirror.whenAtRest(
        () -> {
          if (by.equals(session) && epoch == won) {
            listener.won(won);
          }
        });
  }

  private void resign() {
    long held = epoch;
    epoch = 0;
    if (held > 0) {
      resignedEpoch = held;
      listener.resigned(held);
    }
  }
}
