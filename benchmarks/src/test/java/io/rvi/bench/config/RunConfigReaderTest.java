package io.rvi.bench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.bench.config.Grid.Point;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunConfigReaderTest {
  private static final StubBackend ISR =
      new StubBackend(
          "isr",
          List.of(Setting.of("min.insync.replicas", SettingType.INT, "1", "Least in-sync set.")));
  private static final StubBackend RAFT = new StubBackend("raft", List.of());

  private final RunConfigReader reader = new RunConfigReader(List.of(ISR, RAFT));

  @TempDir Path temp;

  @Test
  void shouldMakeEveryExperimentUpToSevenReplicasInPresetFull() {
    RunConfig config = read("preset=full");

    assertThat(config.experiments().kinds()).containsExactlyInAnyOrder(ExperimentKind.values());
    assertThat(config.grid().replicas()).containsExactly(1, 2, 3, 4, 5, 7);
    assertThat(config.experiments().slow().linkCut()).isEqualTo(Duration.ofSeconds(60));
    assertThat(read("preset=standard").experiments().kinds())
        .doesNotContain(ExperimentKind.SLOW, ExperimentKind.LATENCY, ExperimentKind.RATE);
    assertThat(read("preset=quick").experiments().kinds()).doesNotContain(ExperimentKind.RATE);
  }

  @Test
  void shouldReadThePresetQuickByDefault() {
    RunConfig config = read();

    assertThat(config.preset()).isEqualTo(Preset.QUICK);
    assertThat(config.grid().replicas()).containsExactly(1, 2, 3, 5);
    assertThat(config.grid().points())
        .hasSize(10)
        .contains(new Point("isr", 3, Flush.GROUP), new Point("raft", 5, Flush.NONE))
        .doesNotContain(new Point("isr", 5, Flush.GROUP));
  }

  @Test
  void shouldSwapTheBackendByOneKey() throws IOException {
    assertThat(read("backend=raft").grid().backends()).containsExactly("raft");
    assertThat(readFile("backend: raft\n").grid().backends()).containsExactly("raft");
    assertThat(readFile("backend: [raft, isr]\n").grid().backends()).containsExactly("raft", "isr");
  }

  @Test
  void shouldReadFaultsAsAListInTheFileAndAsOneLineElsewhere() throws IOException {
    String inOneLine =
        "[{fault: kill, at: 2s, for: 3s, aim: leader}, {fault: none, at: 9s, for: 1s}]";

    RunConfig fromFile =
        readFile(
            """
            duration: 5s
            faults:
              - {fault: kill, at: 2s, for: 3s, aim: leader}
              - fault: none
                at: 9s
                for: 1s
            """);

    assertThat(fromFile.faults().toText())
        .isEqualTo("seed 1\n2000ms 3000ms kill aim=leader\n9000ms 1000ms none\n");
    assertThat(fromFile.faults()).isEqualTo(read("faults=" + inOneLine).faults());
    assertThat(fromFile.faultLoad()).isEqualTo(Duration.ofSeconds(12));
    assertThat(read().faults().entries()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - {fault: kil, at: 1s, for: 1s}         | faults[0].fault (file | did you mean kill?
          - {fault: kill, at: 1s}                 | faults[0] (file       | "for" is missing
          - {fault: kill, at: 1, for: 1s}         | faults[0].at (file    | with its unit
          - {fault: kill, at: 1s, for: 1s, am: x} | faults[0].am (file    | no such key
          - {fault: kill, at: 1h, for: 9h}        | faults (file          | appends a repetition
          - kill                                  | faults[0] (file       | expected a map
          """)
  void shouldNameTheFaultAndKeyThatIsWrong(String entry, String key, String complaint) {
    assertThatThrownBy(() -> readFile("faults:\n" + entry + "\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(complaint);
  }

  @Test
  void shouldLetTheStrongerSourceWinAndKeepItsOrigin() throws IOException {
    Path file = Files.writeString(temp.resolve("a.yaml"), "warmup: 2s\nduration: 2s\nseed: 2\n");
    Map<String, String> environment = Map.of("RVI_DURATION", "3s", "RVI_SEED", "3", "HOME", "/x");

    RunConfig config =
        reader.read(new ConfigSources(file, environment, List.of("seed=4", "seed=5")));

    assertThat(config.load().warmup()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.load().duration()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.seed()).isEqualTo(5);
    assertThat(origin(config, "warmup")).isEqualTo("file " + file);
    assertThat(origin(config, "duration")).isEqualTo("environment RVI_DURATION");
    assertThat(origin(config, "seed")).isEqualTo("command line");
    assertThat(origin(config, "replicas")).isEqualTo("preset quick");
    assertThat(origin(config, "topology")).isEqualTo("default");
  }

  @Test
  void shouldReadABackendsOwnBlock() throws IOException {
    RunConfig config =
        readFile(
            """
            failureDetection: 1s
            allow: failureDetection
            replicas: [3]
            isr:
              min.insync.replicas: 2
              failureDetection: 2s
            """);

    assertThat(config.settingsOf("isr").get(ISR.own().get(0))).isEqualTo(2);
    assertThat(config.settingsOf("isr").get(CommonSettings.FAILURE_DETECTION))
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(config.settingsOf("raft").get(CommonSettings.FAILURE_DETECTION))
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shouldRunFlushClassesThatTheUserNamesEverywhere() {
    assertThat(read("flush=none,each", "replicas=2,5").grid().points())
        .contains(new Point("isr", 2, Flush.EACH), new Point("isr", 5, Flush.EACH));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bakend=raft                | bakend             | did you mean backend?
          backend=ratis              | ratis              | known: isr, raft
          replicas=0                 | replicas           | must be 1 to 9
          replicas=10                | replicas           | must be 1 to 9
          replicas=three             | replicas           | "three" is not a whole number
          replicas=3,3               | replicas           | names a value twice
          recordBytes=1024           | recordBytes        | a size with its unit
          recordBytes=1KB            | recordBytes        | a size with its unit
          recordBytes=2MiB           | recordBytes        | record.bytes.max
          duration=10                | duration           | a duration with its unit
          ratePerSecond=0            | ratePerSecond      | must be 1 to
          ratePerSecond=1e3          | ratePerSecond      | a whole number
          flush=fsync                | flush              | one of none, group, each
          flushReplicas=4            | flushReplicas      | must be among replicas
          topology=hosts             | topology           | embedded, processes
          preset=fast                | preset             | smoke, quick
          isr.min.insync.replicas=2  | min.insync.replicas| exceeds replicas 1
          isr.min.insync=2           | isr.min.insync     | did you mean isr.min.insync.replicas?
          raft.min.insync.replicas=1 | raft.min.insync    | did you mean isr.min.insync.replicas?
          isr.flush=each             | isr.flush          | no such key
          zookeeper=localhost        | zookeeper          | expected host:port
          rates=100,500,200          | rates              | must ascend, and 200 comes after 500
          rates=100,100              | rates              | must ascend, and 100 comes after 100
          rates=0,100                | rates              | must be 10 to 100000
          rates=fast                 | rates              | "fast" is not a whole number
          rateTime=300ms             | rateTime           | must be 1s to 10min
          rateLatencyMax=0ms         | rateLatencyMax     | must be 1us to 60s
          rateSteps=11               | rateSteps          | must be 0 to 10
          rateReplicas=10            | rateReplicas       | must be 1 to 9
          noequals                   | noequals           | expected key=value
          """)
  void shouldRefuseInOneLineThatNamesTheKeyAndWhatToDo(String property, String key, String advice) {
    assertThatThrownBy(() -> read(property))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(advice)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'backend: isr: raft'                  | not YAML at line 1
          '- isr'                               | expected keys with values
          'replicas: [1, [2]]'                  | replicas needs a value
          'replicas:'                           | replicas needs a value
          """)
  void shouldRefuseAFileThatIsNoConfiguration(String text, String advice) {
    assertThatThrownBy(() -> readFile(text + "\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a.yaml")
        .hasMessageContaining(advice)
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldRefuseAKeyThatIsGivenTwice() {
    assertThatThrownBy(() -> readFile("seed: 1\nseed: 2\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("seed");
  }

  @Test
  void shouldRefuseAnUnknownVariable() {
    assertThatThrownBy(
            () -> reader.read(new ConfigSources(null, Map.of("RVI_BAKEND", "isr"), List.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("RVI_BAKEND")
        .hasMessageContaining("did you mean RVI_BACKEND?");
  }

  @Test
  void shouldRefuseAFileThatIsNotThere() {
    Path file = temp.resolve("none.yaml");

    assertThatThrownBy(() -> reader.read(new ConfigSources(file, Map.of(), List.of())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.yaml: no such file");
  }

  @Test
  void shouldRefuseKeysOfABackendThatIsNotRun() {
    assertThatThrownBy(() -> read("backend=raft", "isr.min.insync.replicas=1"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("isr.min.insync.replicas: backend isr is not run");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          experiment=latency   | lognormal(10, 1)     | is not a delay; for example
          experiment=latency   | recorded(none.hlog)  | no histogram log
          experiment=latency   | uniform(80ms, 100ms) | the mean round trip of 180.0 ms exceeds
          experiment=latency   | lognormal(50ms, 1)   | the mean round trip of 164.9 ms exceeds
          experiment=tolerance | 1ms                  | only cells of experiment latency
          """)
  void shouldRefuseADelayOfLinksThatMeansNothing(
      String experiment, String delay, String complaint) {
    assertThatThrownBy(() -> read(experiment, "linkDelay=" + delay))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("linkDelay")
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("\n");
  }

  @Test
  void shouldBoundTheAppendsOfEachOfferedRate() {
    assertThatThrownBy(() -> read("experiment=rate", "rates=1000,50000", "rateTime=90s"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rateTime (command line)")
        .hasMessageContaining("at the highest of rates more than 4000000 appends; lower one")
        .hasMessageNotContaining("\n");
    assertThat(read("experiment=latency", "rates=1000,50000", "rateTime=90s").experiments().rate())
        .isEqualTo(
            new ExperimentChoice.Rate(
                List.of(1_000, 50_000),
                Duration.ofSeconds(90),
                Duration.ofMillis(50),
                2,
                List.of(3)));
  }

  @Test
  void shouldRefuseRecordedDelaysWhichABundleWouldLack() throws IOException {
    Path file = temp.resolve("recorded.hlog");
    Histogram recorded = new Histogram(3);
    recorded.recordValue(1_000_000);
    try (PrintStream out = new PrintStream(file.toFile())) {
      new HistogramLogWriter(out).outputIntervalHistogram(0, 1, recorded);
    }

    assertThatThrownBy(() -> read("linkDelay=recorded(" + file + ")"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("takes no recorded delays");
  }

  @Test
  void shouldRefuseAPathThatIsNone() {
    assertThatThrownBy(() -> read("output=a\u0000b"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("output")
        .hasMessageContaining("is no path");
  }

  private RunConfig read(String... properties) {
    return reader.read(new ConfigSources(null, Map.of(), List.of(properties)));
  }

  private RunConfig readFile(String text) throws IOException {
    Path file = Files.writeString(temp.resolve("a.yaml"), text);
    return reader.read(new ConfigSources(file, Map.of(), List.of()));
  }

  private static String origin(RunConfig config, String key) {
    return config.assignments().stream()
        .filter(assignment -> assignment.key().equals(key))
        .findFirst()
        .orElseThrow()
        .origin()
        .toString();
  }
}
