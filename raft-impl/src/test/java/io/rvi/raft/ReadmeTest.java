package io.rvi.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.spi.CommonSettings;
import io.rvi.spi.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ReadmeTest {
  @Test
  void shouldListEachSettingOfThisBackendWithItsDefaultAndMeaning() throws Exception {
    String readme = Files.readString(Path.of("README.md"));

    for (Setting<?> setting : new RaftBackend().settings()) {
      if (!CommonSettings.all().contains(setting)) {
        assertThat(readme)
            .contains("| `" + setting.key() + "` | " + setting.defaultText() + " |")
            .contains(setting.meaning());
      }
    }
  }
}
