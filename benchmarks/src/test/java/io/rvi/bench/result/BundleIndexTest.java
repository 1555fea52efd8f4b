package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleIndexTest {
  @TempDir Path results;

  @Test
  void shouldListEveryCompleteBundleAndKeepTheTextAroundItsTable() throws IOException {
    String first = write(1, Validity.VALID, List.of());
    Files.writeString(results.resolve("README.md"), "# Ours\n\nWords.\n");
    new BundleIndex(results).update();
    String second = write(2, Validity.DEGRADED, List.of("preview"));
    BundleWriter.create(results, Instant.EPOCH.plusSeconds(3), BundleScribe.plan(3));
    new BundleIndex(results).update();

    String readme = Files.readString(results.resolve("README.md"));
    assertThat(readme).startsWith("# Ours\n\nWords.\n").contains(first, second, "DEGRADED");
    assertThat(readme.split("INDEX: begin", -1)).hasSize(2);
    assertThat(Json.parse(Files.readString(results.resolve("index.json"))).path("bundles").size())
        .isEqualTo(2);
    assertThat(new BundleIndex(results).verify()).isEmpty();
  }

  @Test
  void shouldNoticeABundleThatIsNotListedAndAnyChangedByte() throws IOException {
    write(1, Validity.VALID, List.of());
    new BundleIndex(results).update();
    write(2, Validity.VALID, List.of());

    assertThat(new BundleIndex(results).verify())
        .hasSize(2)
        .anySatisfy(finding -> assertThat(finding).startsWith("index.json"))
        .anySatisfy(finding -> assertThat(finding).startsWith("README.md"));

    new BundleIndex(results).update();
    Path index = results.resolve("index.json");
    Files.writeString(index, Files.readString(index).replace("VALID", "VALId"));
    assertThat(new BundleIndex(results).verify()).hasSize(1);
  }

  private String write(int second, Validity validity, List<String> reasons) throws IOException {
    BundleWriter writer =
        BundleWriter.create(results, Instant.EPOCH.plusSeconds(second), BundleScribe.plan(second));
    writer.close(validity, reasons);
    return writer.id();
  }
}
