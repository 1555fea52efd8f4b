package io.rvi.bench.experiment;

import io.rvi.bench.model.Tolerance;
import java.util.ArrayList;
import java.util.List;

/** What theory expects of a cell. */
final class Predictions {
  private Predictions() {}

  /** The tolerance that a cell's protocol and settings promise. */
  static Tolerance tolerance(Cell cell) {
    return Replication.of(cell) == Replication.IN_SYNC_SET
        ? Tolerance.ofInSyncSet(cell.replicas(), cell.minInSync())
        : Tolerance.ofMajority(cell.replicas());
  }

  /** The fewest replicas that may acknowledge a record, its leader among them. */
  static int smallestAckSet(Cell cell) {
    return tolerance(cell).permanentLoss() + 1;
  }

  /** Every expectation of a cell. */
  static List<Prediction> of(Cell cell) {
    Tolerance tolerance = tolerance(cell);
    List<Prediction> predictions = new ArrayList<>();
    String basis =
        Replication.of(cell) == Replication.IN_SYNC_SET
            ? "in-sync set: n - m, n = " + cell.replicas() + ", m = " + cell.minInSync()
            : "majority: n - floor(n/2) - 1, n = " + cell.replicas();
    if (cell.crashes()) {
      predictions.add(new Prediction(cell.name(), "W", tolerance.writesResume(), "crashes", basis));
      predictions.add(
          new Prediction(
              cell.name(), "lost", 0, "records", "a crash leaves the page cache and the disk"));
    }
    predictions.add(
        new Prediction(
            cell.name(), "L", tolerance.permanentLoss(), "losses", "n - 1 - W for one ack set"));
    predictions.add(
        new Prediction(
            cell.name(),
            "L_full",
            tolerance.permanentLossFull(),
            "losses",
            "n - 1 once every replica has the record"));
    return predictions;
  }
}
