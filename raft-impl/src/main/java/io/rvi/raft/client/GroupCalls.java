package io.rvi.raft.client;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.RequestFailedException;
import io.rvi.raft.link.NodeLink;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Questions and commands to the leader of a group, asked again until they are answered or their
 * time is up. For what may safely be done twice.
 */
final class GroupCalls {
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Links links;
  private final Clock clock;
  private final ClientLimits limits;

  /** What {@link #close} must end, each under a key of its own. */
  private final Map<Object, CompletableFuture<?>> pending = new ConcurrentHashMap<>();

  private volatile boolean closed;

  GroupCalls(Links links, Clock clock, ClientLimits limits) {
    this.links = links;
    this.clock = clock;
    this.limits = limits;
  }

  /** How a call is sent. */
  interface Attempt {
    CompletableFuture<RaftClientReply> send(NodeLink link, LeaderTracker leaders);
  }

  /** When an operation that starts now must end, by {@link Clock#now}. */
  long deadline() {
    return clock.now() + limits.deadline().toNanos();
  }

  /**
   * Bounds an operation: it ends at its deadline, and when the client is closed.
   *
   * @param what the operation, for messages
   * @param deadline when it must end
   * @param start starts it
   */
  <T> CompletableFuture<T> bounded(
      String what, long deadline, Supplier<CompletableFuture<T>> start) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Object key = new Object();
    pending.put(key, answer);
    Futures.onEnd(answer, (value, failure) -> pending.remove(key));
    if (closed) {
      answer.completeExceptionally(closed(what));
      return answer;
    }
    clock.limit(
        answer,
        deadline,
        () ->
            new RequestFailedException(
                ErrorCode.DEADLINE_EXCEEDED, what + ": no answer within request.deadline"));
    Futures.onEnd(
        started(start),
        (value, failure) -> {
          if (failure == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(typed(what, failure));
          }
        });
    return answer;
  }

  private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> start) {
    try {
      return start.get();
    } catch (LogException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Sends to the leader until it answers well.
   *
   * @param leaders who leads
   * @param deadline until when
   * @param attempt sends once
   * @param accept gives the answer, or null when it must be asked again
   */
  <T> CompletableFuture<T> untilAnswered(
      LeaderTracker leaders,
      long deadline,
      Attempt attempt,
      Function<ByteString, @Nullable T> accept) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    attempt(new Call<>(leaders, deadline, attempt, accept, answer));
    return answer;
  }

  /** Ends all that is pending, and all that starts later. */
  void close() {
    closed = true;
    pending.values().forEach(future -> future.completeExceptionally(closed("pending request")));
  }

  private record Call<T>(
      LeaderTracker leaders,
      long deadline,
      Attempt attempt,
      Function<ByteString, @Nullable T> accept,
      CompletableFuture<T> answer) {}

  private <T> void attempt(Call<T> call) {
    if (closed || call.answer().isDone()) {
      return;
    }
    Futures.onEnd(
        call.leaders().find(call.deadline()),
        (leader, failure) -> {
          if (leader == null) {
            call.answer().completeExceptionally(noLeader(failure));
          } else {
            send(call, leader);
          }
        });
  }

  private static Throwable noLeader(@Nullable Throwable failure) {
    return failure == null ? new IllegalStateException("a search that found nothing") : failure;
  }

  private <T> void send(Call<T> call, Leader leader) {
    Futures.onEnd(
        call.attempt().send(links.shared(leader.node()), call.leaders()),
        (reply, failure) -> judge(call, leader, reply, failure));
  }

  private <T> void judge(
      Call<T> call, Leader leader, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
    try {
      T value =
          reply == null || !reply.isSuccess()
              ? null
              : call.accept().apply(reply.getMessage().getContent());
      if (value != null) {
        call.answer().complete(value);
        return;
      }
    } catch (LogException e) {
      call.answer().completeExceptionally(e);
      return;
    }
    call.leaders().lost(leader, AttemptFailure.of(reply, failure).silent());
    if (clock.now() - call.deadline() >= 0) {
      call.answer()
          .completeExceptionally(
              new RequestFailedException(
                  ErrorCode.DEADLINE_EXCEEDED, AttemptFailure.of(reply, failure).what()));
    } else {
      clock.after(PAUSE, () -> attempt(call));
    }
  }

  private static RequestFailedException closed(String what) {
    return new RequestFailedException(ErrorCode.CLOSED, what + ": the client was closed");
  }

  private static Throwable typed(String what, Throwable failure) {
    Throwable root = AttemptFailure.root(failure);
    return root instanceof LogException
        ? root
        : new RequestFailedException(
            ErrorCode.INTERNAL, what + " failed: " + root + "; report this", root);
  }
}
