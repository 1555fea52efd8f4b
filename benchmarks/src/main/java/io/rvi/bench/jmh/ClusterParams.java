package io.rvi.bench.jmh;

import io.rvi.api.Flush;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.lab.Topology;
import io.rvi.spi.SettingType;
import java.nio.file.Path;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What every benchmark here can be asked about. */
@State(Scope.Benchmark)
public class ClusterParams {
  /** The backend's name. */
  @Param({"isr", "raft"})
  public String backend = "";

  /** Replicas of the one partition, and nodes of the cluster. */
  @Param("3")
  public int replicas;

  /** Payload bytes of a record. */
  @Param("1024")
  public int recordBytes;

  /** When a replica's copy counts: none, group or each. */
  @Param("none")
  public String flush = "";

  /** Where the nodes run: processes, or embedded for a first look. */
  @Param("processes")
  public String topology = "";

  /** Where clusters keep their data while they run; on the disk that is to be measured. */
  @Param("rvi-lab")
  public String dataDir = "";

  /** These parameters as a cell. */
  Cell cell(boolean crashes) {
    return new Cell(
        backend,
        replicas,
        SettingType.oneOf(Flush.class).parse(flush),
        recordBytes,
        SettingType.oneOf(Topology.class).parse(topology),
        Map.of(),
        crashes);
  }

  /** Where clusters keep their data. */
  Path base() {
    return Path.of(dataDir).toAbsolutePath();
  }
}
