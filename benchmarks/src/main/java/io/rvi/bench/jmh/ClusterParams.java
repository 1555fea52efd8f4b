package io.rvi.bench.jmh;

import io.rvi.api.Flush;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.lab.Topology;
import io.rvi.spi.SettingType;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What every benchmark here can be asked about. */
@State(Scope.Benchmark)
public class ClusterParams {
  /** What stands between two settings. */
  static final String SETTING_END = ";";

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

  /** The backend's other settings: {@code key=value}, several separated by semicolons. */
  @Param("")
  public String settings = "";

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
        given(),
        crashes);
  }

  private Map<String, String> given() {
    Map<String, String> given = new TreeMap<>();
    for (String setting : settings.split(SETTING_END, -1)) {
      int equals = setting.indexOf('=');
      if (equals > 0) {
        given.put(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
      } else if (!setting.isBlank()) {
        throw new IllegalArgumentException("settings: \"" + setting + "\" is not key=value");
      }
    }
    return given;
  }

  /** Where clusters keep their data. */
  Path base() {
    return Path.of(dataDir).toAbsolutePath();
  }
}
