package io.rvi.bench.experiment;

import io.rvi.bench.model.Tolerance;
import java.util.ArrayList;
import java.util.List;

/** What theory expects of a cell. */
final class Predictions {
  private static final String MIN_IN_SYNC = "min.insync.replicas";

  private Predictions() {}

  /** The tolerance that a cell's protocol and settings promise. */
  static Tolerance tolerance(Cell cell) {
    return Replication.of(cell) == Replication.IN_SYNC_SET
        ? Tolerance.ofInSyncSet(cell.replicas(), minInSync(cell))
        : Tolerance.ofMajority(cell.replicas());
  }

  private static int minInSync(Cell cell) {
    return Integer.parseInt(cell.settings().getOrDefault(MIN_IN_SYNC, "1"));
  }

  /** Every expectation of a cell. */
  static List<Prediction> of(Cell cell) {
    Tolerance tolerance = tolerance(cell);
    List<Prediction> predictions = new ArrayList<>();
    String basis =
        Replication.of(cell) == Replication.IN_SYNC_SET
            ? "in-sync set: n - m, n = " + cell.replicas() + ", m = " + minInSync(cell)
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
    return predictions;
  }
}
