package io.rvi.isr.client;

import io.netty.buffer.ByteBuf;
import io.rvi.api.ErrorCode;
import io.rvi.isr.wire.Link;
import io.rvi.isr.wire.Message;
import io.rvi.isr.wire.ReplyHandler;
import io.rvi.isr.wire.SessionMessage.Done;
import io.rvi.isr.wire.SessionMessage.Failure;
import org.jspecify.annotations.Nullable;

/** Takes requests to the controller, which any node knows. */
final class ControllerRequests {
  private final IsrLogClient client;
  private final Nodes nodes;
  private final ErrorCode late;

  /**
   * Requests of one kind.
   *
   * @param late how one ends that the controller could not carry out in time
   */
  ControllerRequests(IsrLogClient client, Nodes nodes, ErrorCode late) {
    this.client = client;
    this.nodes = nodes;
    this.late = late;
  }

  /**
   * Asks once, following a hint to the controller; what may succeed later makes the operation try
   * again.
   *
   * @param operation for which
   * @param request what is asked
   * @param link whom to ask first
   * @param done runs when it is done
   */
  void ask(Operation<Void> operation, Message request, Link link, Runnable done) {
    link.request(
        request,
        null,
        Math.min(operation.leftNanos(), client.settings().suspicionNanos()),
        new ReplyHandler() {
          @Override
          public void replied(Message reply, ByteBuf payload) {
            if (operation.isOver()) {
              return;
            }
            if (reply instanceof Done) {
              done.run();
            } else if (reply instanceof Failure failure) {
              refused(operation, request, failure, done);
            }
          }

          @Override
          public void lost(String reason) {
            operation.again(ErrorCode.NO_LEADER, reason);
          }
        });
  }

  private void refused(Operation<Void> operation, Message request, Failure failure, Runnable done) {
    String reason = failure.error() + " " + failure.detail();
    switch (failure.error()) {
      case TOPIC_EXISTS -> operation.fail(ErrorCode.TOPIC_EXISTS, failure.detail());
      case INVALID_ARGUMENT -> operation.fail(ErrorCode.INVALID_ARGUMENT, failure.detail());
      case UNSUPPORTED -> operation.fail(ErrorCode.UNSUPPORTED, failure.detail());
      case NOT_CONTROLLER -> {
        @Nullable Link controller = nodes.link(failure.hint());
        if (controller == null) {
          operation.again(ErrorCode.NO_LEADER, reason);
        } else {
          ask(operation, request, controller, done);
        }
      }
      case NOT_READY -> operation.again(late, reason);
      default -> operation.again(ErrorCode.NO_LEADER, reason);
    }
  }
}
