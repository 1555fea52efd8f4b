package io.rvi.isr.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeparturesTest {
  private static final String REPLICA = "t-0-6f1f2f8e-0000-4000-8000-000000000001";

  @TempDir Path root;

  @Test
  void shouldRememberTheLastEpochInWhichAReplicaLeft() throws Exception {
    Departures departures = new Departures(new RealDisk(), root);
    assertThat(departures.epoch(REPLICA)).isEqualTo(-1);

    departures.note(REPLICA, 3);
    departures.note(REPLICA, 7);

    assertThat(new Departures(new RealDisk(), root).epoch(REPLICA)).isEqualTo(7);
    assertThat(departures.epoch("other")).isEqualTo(-1);
  }

  @Test
  void shouldNameAFileThatDoesNotSayIt() throws Exception {
    Departures departures = new Departures(new RealDisk(), root);
    departures.note(REPLICA, 3);
    Files.writeString(root.resolve("departed").resolve(REPLICA), "rubbish");

    assertThatThrownBy(() -> departures.epoch(REPLICA))
        .isInstanceOf(LogFailure.class)
        .hasMessageContaining(REPLICA)
        .hasMessageContaining("empty the node's directory");
  }
}
