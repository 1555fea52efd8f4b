package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BundleSchemasTest {
  @TempDir Path results;

  @Test
  void shouldRefuseToWriteWhatBreaksItsSchema() throws IOException {
    BundleWriter writer = BundleWriter.create(results, Instant.EPOCH, BundleScribe.plan(1));

    assertThatThrownBy(() -> writer.add(Section.CONFIG, "parity.json", "{\"linger\":{\"isr\":1}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/linger")
        .hasMessageContaining("parity-1");
    assertThat(writer.directory().resolve("config/parity.json")).doesNotExist();
  }

  @Test
  void shouldRefuseAPlanThatBreaksItsSchemaBeforeItMakesABundle() {
    byte[] plan = "{\"name\":\"x\"}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> BundleWriter.create(results, Instant.EPOCH, plan))
        .hasMessageContaining("plan-1");
    assertThat(results).isEmptyDirectory();
  }

  @Test
  void shouldNameFileAndPlaceOfWhatItReadsAndDoesNotExpect() throws IOException {
    Path directory = complete();
    Files.writeString(
        directory.resolve("derived/figures.json"),
        "{\"schema\":\"rvi-figures\",\"version\":1,\"figures\":[{\"id\":\"a/b/c\"}]}");

    assertThatThrownBy(() -> Bundle.open(directory).figures())
        .isInstanceOfSatisfying(BundleException.class, e -> assertThat(e.isDamaged()).isTrue())
        .hasMessageContaining("derived/figures.json: at /figures/0");
  }

  @Test
  void shouldAskForTheReasonOfAMissingFigure() {
    assertThatThrownBy(
            () ->
                BundleSchemas.check(
                    FigureFiles.JSON_PATH,
                    """
                    {"schema":"rvi-figures","version":1,"figures":[{"id":"a/b/c","value":null,
                     "low":null,"high":null,"atLeast":false,"forks":0,"unit":"ms","note":""}]}
                    """
                        .getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("/figures/0/note");
  }

  @ParameterizedTest
  @CsvSource({"2, a newer rvi wrote it", "0, an older rvi wrote it"})
  void shouldSayWhichRviReadsAnotherVersion(int version, String advice) throws IOException {
    Path directory = complete();
    Path manifest = directory.resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"version\" : 1", "\"version\" : " + version));

    assertThatThrownBy(() -> Bundle.open(directory))
        .hasMessageContaining("schema version " + version)
        .hasMessageContaining(advice)
        .satisfies(e -> assertThat(String.valueOf(e.getMessage()).lines()).hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"de-DE", "ar-EG", "ja-JP"})
  void shouldComplainInOneLanguage(String tag) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThatThrownBy(
              () ->
                  BundleSchemas.check("config/parity.json", "[]".getBytes(StandardCharsets.UTF_8)))
          .hasMessageContaining("array found, object expected");
    } finally {
      Locale.setDefault(before);
    }
  }

  private Path complete() throws IOException {
    BundleWriter writer = BundleWriter.create(results, Instant.EPOCH, BundleScribe.plan(1));
    FigureFiles.write(List.of(), writer);
    writer.close(Validity.VALID, List.of());
    return writer.directory();
  }
}
