package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.load.floor.FloorSpec;

/** Which floor lies under which cell. */
final class Floors {
  private Floors() {}

  /** The floor under a cell. */
  static FloorSpec under(Cell cell) {
    return of(Replication.of(cell), cell.replicas(), cell.flush(), cell.recordBytes());
  }

  /** The floor of a kind of replication. */
  static FloorSpec of(Replication replication, int replicas, Flush flush, int recordBytes) {
    int acks = replication == Replication.IN_SYNC_SET ? replicas - 1 : replicas / 2;
    return new FloorSpec(replicas, acks, flush, recordBytes);
  }
}
