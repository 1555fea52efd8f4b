package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final byte[] PLAN = BundleScribe.plan(1);
  private static final FigureId P99 = new FigureId("latency", "isr-n3-none", "append.p99");

  @TempDir Path results;

  @Test
  void shouldVerifyWhatItWrote() throws IOException {
    Path directory = complete();

    Bundle bundle = Bundle.open(directory);

    assertThat(bundle.isComplete()).isTrue();
    assertThat(bundle.validity()).isEqualTo(Validity.DEGRADED);
    assertThat(bundle.reasons()).containsExactly("preview");
    assertThat(bundle.figures()).containsExactly(CitedFigure.of(P99, 1_234.5, "ns"));
    assertThat(bundle.verify()).isEmpty();
  }

  @Test
  void shouldNameTheFileWhoseByteWasFlipped() throws IOException {
    Path directory = complete();
    List<String> files = BundleFile.list(directory);
    long seed = 20260102L;
    Random random = new Random(seed);

    for (int flip = 0; flip < 200; flip++) {
      String path = files.get(flip % files.size());
      Path file = directory.resolve(path);
      byte[] good = Files.readAllBytes(file);
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bad);

      assertThat(complaint(directory)).as("seed %d flip %d of %s", seed, flip, path).contains(path);
      Files.write(file, good);
    }
    assertThat(Bundle.open(directory).verify()).isEmpty();
  }

  @Test
  void shouldNameFilesThatAreMissingOrAdded() throws IOException {
    Path directory = complete();
    Files.delete(directory.resolve("raw/c1/f01/run.hlog"));
    Files.writeString(directory.resolve("report/extra.md"), "x");

    assertThat(Bundle.open(directory).verify())
        .containsExactly("raw/c1/f01/run.hlog: missing", "report/extra.md: not in the manifest");
  }

  @Test
  void shouldOpenAKilledRunAndCallItIncomplete() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);
    writer.add(Section.RAW, "c1/f01/events.json", "[]\n");
    // given a process that dies here: nothing more is written

    Bundle bundle = Bundle.open(writer.directory());

    assertThat(bundle.isComplete()).isFalse();
    assertThat(bundle.validity()).isEqualTo(Validity.INVALID);
    assertThat(bundle.verify()).singleElement().asString().startsWith("incomplete");
  }

  @Test
  void shouldStayIncompleteBetweenManifestAndMark() throws IOException {
    Path directory = complete();
    Files.writeString(directory.resolve("INCOMPLETE"), "This bundle is incomplete: killed.\n");

    assertThat(Bundle.open(directory).verify()).singleElement().asString().contains("killed");
  }

  @Test
  void shouldKeepTheReasonWhenAbandoned() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);

    writer.abandon("interrupted by the user");

    assertThat(Bundle.open(writer.directory()).incompleteness())
        .contains("interrupted by the user");
  }

  @Test
  void shouldTellTwinsOfOneSecondApart() throws IOException {
    String first = BundleWriter.create(results, START, PLAN).id();
    String second = BundleWriter.create(results, START, PLAN).id();

    assertThat(first).matches("20260102T030405Z-[0-9a-f]{8}");
    assertThat(second).isEqualTo(first + "-2");
  }

  @Test
  void shouldKeepRunsOfOneSecondApartInAPlaceOfAnyName() throws IOException {
    Path place = results.resolve("my results/\u00fcbung \u8a66");
    for (int run = 0; run < 6; run++) {
      BundleWriter writer = BundleWriter.create(place, START, PLAN);
      FigureFiles.write(List.of(CitedFigure.of(P99, run, "ns")), writer);
      writer.close(Validity.VALID, List.of());
    }

    List<Path> bundles = new BundleShelf(place).directories();
    assertThat(bundles).hasSize(6);
    for (Path directory : bundles) {
      assertThat(Bundle.open(directory).verify()).isEmpty();
      assertThat(Bundle.open(directory).figures()).hasSize(1);
    }
  }

  @Test
  void shouldCiteTheSameDigestWhateverIsDerived() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);
    writer.add(Section.RAW, "c1/a.json", "[]\n");
    String digest = writer.seal();

    ResultId id = writer.cite(P99);
    writer.add(Section.REPORT, "report.md", "cites " + id + "\n");
    writer.close(Validity.VALID, List.of());

    assertThat(Bundle.open(writer.directory()).digest()).contains(digest);
    assertThat(ResultId.parse(id.toString())).isEqualTo(id);
    assertThat(digest).startsWith(id.bundle());
  }

  @Test
  void shouldRefuseRawFilesOnceSealed() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);
    writer.seal();

    assertThatThrownBy(() -> writer.add(Section.RAW, "late.json", "[]"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sealed");
  }

  @Test
  void shouldStayIncompleteWhenASealedFileChanged() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);
    Path raw = writer.raw("c1/run.hlog");
    Files.writeString(raw, "a");
    writer.seal();
    Files.writeString(raw, "b");

    assertThatThrownBy(() -> writer.close(Validity.VALID, List.of()))
        .isInstanceOf(BundleException.class)
        .hasMessageContaining("changed");
    assertThat(Bundle.open(writer.directory()).isComplete()).isFalse();
  }

  @Test
  void shouldMakeTheOutputDirectoryOnlyWhenABundleIsMade() throws IOException {
    Path parent = results.resolve("a/b");

    BundleWriter.checkPlace(parent);
    assertThat(results.resolve("a")).doesNotExist();

    assertThat(BundleWriter.create(parent, START, PLAN).directory()).isDirectory();
  }

  @Test
  void shouldNameAnOutputThatIsAFile() throws IOException {
    Path file = Files.writeString(results.resolve("taken"), "");

    assertThatThrownBy(() -> BundleWriter.create(file, START, PLAN))
        .isInstanceOf(BundleException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("-o");
  }

  @Test
  void shouldRefuseANewerSchemaByItsVersion() throws IOException {
    Path directory = complete();
    Path manifest = directory.resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"version\" : 1", "\"version\" : 2"));

    assertThatThrownBy(() -> Bundle.open(directory))
        .isInstanceOf(BundleException.class)
        .hasMessageContaining("schema version 2");
  }

  private static String complaint(Path directory) {
    try {
      return String.join("\n", Bundle.open(directory).verify());
    } catch (BundleException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Path complete() throws IOException {
    BundleWriter writer = BundleWriter.create(results, START, PLAN);
    writer.add(Section.CONFIG, "resolved.json", "{}\n");
    writer.add(Section.ENV, "machine.json", "{ \"cores\" : 2 }\n");
    Files.writeString(writer.raw("c1/f01/run.hlog"), "#[Histogram log format version 1.3]\n");
    writer.seal();
    FigureFiles.write(List.of(CitedFigure.of(P99, 1_234.5, "ns")), writer);
    writer.add(Section.REPORT, "report.md", "# Report\n");
    writer.addTop("README.md", "a bundle\n");
    writer.close(Validity.DEGRADED, List.of("preview"));
    return writer.directory();
  }
}
