package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.load.floor.FloorSpec;

/** Which floor lies under which cell. */
final class Floors {
  /** The backend whose leader waits for its whole in-sync set; every other for a majority. */
  private static final String WAITS_FOR_ALL = "isr";

  private Floors() {}

  /** The floor under a cell. */
  static FloorSpec under(Cell cell) {
    return of(waitsForAll(cell.backend()), cell.replicas(), cell.flush(), cell.recordBytes());
  }

  /** Whether a backend's leader waits for all its followers. */
  static boolean waitsForAll(String backend) {
    return backend.equals(WAITS_FOR_ALL);
  }

  static FloorSpec of(boolean waitsForAll, int replicas, Flush flush, int recordBytes) {
    return new FloorSpec(replicas, waitsForAll ? replicas - 1 : replicas / 2, flush, recordBytes);
  }
}
