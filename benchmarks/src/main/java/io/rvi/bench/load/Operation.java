package io.rvi.bench.load;

import java.util.concurrent.CompletableFuture;

/** What a load does again and again. */
@FunctionalInterface
public interface Operation {
  /**
   * Starts one operation.
   *
   * @param index which of the load, from 0, each once
   * @return ends when the operation ends; exceptionally when it failed
   * @implSpec Must not wait for the operation: the sender of an open loop stands still meanwhile.
   */
  CompletableFuture<?> start(long index);
}
