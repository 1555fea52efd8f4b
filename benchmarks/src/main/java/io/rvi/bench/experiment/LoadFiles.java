package io.rvi.bench.experiment;

import io.rvi.bench.load.IntervalLog;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OperationsFile;
import java.io.IOException;
import java.util.List;

/**
 * Writes the operations of an open loop into raw files: as an interval log, and one by one.
 *
 * @param load what became of them
 * @param startEpochMs when the load began, wall clock
 * @param eventsNs when something was done to the cluster, after the begin of the load
 */
record LoadFiles(LoadResult load, long startEpochMs, List<Long> eventsNs) {
  LoadFiles {
    eventsNs = List.copyOf(eventsNs);
  }

  /**
   * Writes both.
   *
   * @param raw where to
   * @param step whose load it is
   * @param name of the files, without their ends
   * @throws IOException when one cannot be written
   */
  void write(RawFiles raw, Step step, String name) throws IOException {
    new IntervalLog(load.operations(), "write", startEpochMs, eventsNs)
        .write(raw.file(step, name + ".hlog"));
    OperationsFile.write(load.operations(), raw.file(step, name + ".csv.gz"));
  }
}
