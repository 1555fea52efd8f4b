package io.rvi.raft.client;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the client does with futures that it does not pass on. */
final class Futures {
  private Futures() {}

  /** Runs an action at a future's end, on whichever thread ends it. */
  static <T> void onEnd(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> action) {
    var unused = future.whenComplete(action); // The action sees the failure; nobody else needs it.
  }

  /** Ends one future as another ends. */
  static <T> void forward(CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused =
        from.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                to.complete(value);
              } else {
                to.completeExceptionally(failure);
              }
            });
  }
}
