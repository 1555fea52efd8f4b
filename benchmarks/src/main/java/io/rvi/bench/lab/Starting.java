package io.rvi.bench.lab;

import io.rvi.spi.StartException;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Starts several servers at once. */
final class Starting {
  private Starting() {}

  /**
   * Starts all, and returns when each is ready.
   *
   * @param slots the servers' places, all empty
   * @throws StartException the first failure; other starts are abandoned, and the caller discards
   *     whatever of them runs
   */
  static void all(List<Slot> slots) throws StartException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, slots.size()));
    try {
      CompletionService<Void> starts = new ExecutorCompletionService<>(threads);
      for (Slot slot : slots) {
        starts.submit(
            () -> {
              slot.start();
              return null;
            });
      }
      for (int i = 0; i < slots.size(); i++) {
        starts.take().get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StartException failure) {
        throw failure;
      }
      throw new LabException("a start failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while servers started", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
