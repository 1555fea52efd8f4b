package io.rvi.raft.client;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.exceptions.TimeoutIOException;
import org.jspecify.annotations.Nullable;

/**
 * Why one attempt of a request failed. Every such failure is answered by another attempt.
 *
 * @param what in words
 * @param silent whether the node did not answer at all
 */
record AttemptFailure(String what, boolean silent) {
  /** The failure of a reply that says so, or of a request without a reply. */
  static AttemptFailure of(@Nullable RaftClientReply reply, @Nullable Throwable failure) {
    Throwable root = root(failure);
    if (root != null) {
      return new AttemptFailure("last attempt: " + root, root instanceof TimeoutIOException);
    }
    return new AttemptFailure(
        "last attempt: " + (reply == null ? "no reply" : reply.getException()), false);
  }

  static AttemptFailure outOfSequence() {
    return new AttemptFailure("last attempt: a batch overtook the one before it", false);
  }

  static AttemptFailure superseded(Leader newer) {
    return new AttemptFailure("last attempt: " + newer.node() + " leads meanwhile", false);
  }

  /** What lies under the wrappers of futures. */
  static @Nullable Throwable root(@Nullable Throwable failure) {
    Throwable root = failure;
    while ((root instanceof CompletionException || root instanceof ExecutionException)
        && root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
