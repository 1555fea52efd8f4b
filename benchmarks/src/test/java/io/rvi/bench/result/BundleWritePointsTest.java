package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that dies leaves one of few states: the files so far, and perhaps a part of the next one
 * under the name that nobody reads. Each of them is laid out here and looked at.
 */
final class BundleWritePointsTest {
  private static final String NAME = "20260102T030405Z-0123abcd";

  @TempDir Path temp;

  @Test
  void shouldBeIncompleteAtEveryWritePointUntilTheMarkIsGone() throws IOException {
    Path whole = write();
    List<String> order = new ArrayList<>(BundleFile.list(whole));
    order.remove(BundleLayout.MANIFEST);
    order.remove(BundleLayout.PLAN);
    order.add(0, BundleLayout.PLAN);
    order.add(BundleLayout.MANIFEST);

    for (int done = 0; done <= order.size(); done++) {
      for (boolean hasPart : List.of(false, true)) {
        Path root = temp.resolve("s" + done + hasPart);
        Path state = Files.createDirectories(root.resolve(NAME));
        Files.writeString(state.resolve(BundleLayout.INCOMPLETE), "This bundle is incomplete.\n");
        for (String path : order.subList(0, done)) {
          copy(whole, state, path, false);
        }
        if (hasPart && done < order.size()) {
          copy(whole, state, order.get(done), true);
        }
        assertIncomplete(root, "after " + done + " files, part " + hasPart);
      }
    }
  }

  @Test
  void shouldBeIncompleteBeforeItsMarkIsWritten() throws IOException {
    Path root = temp.resolve("empty");
    Path state = Files.createDirectories(root.resolve(NAME));
    assertIncomplete(root, "an empty directory");

    Files.writeString(state.resolve(BundleLayout.INCOMPLETE + AtomicFile.SUFFIX), "This bun");
    assertIncomplete(root, "half a mark");
  }

  private static void assertIncomplete(Path root, String state) throws IOException {
    List<Path> bundles = new BundleShelf(root).directories();
    assertThat(bundles).as(state).hasSize(1);
    Bundle bundle = Bundle.open(bundles.get(0));
    assertThat(bundle.isComplete()).as(state).isFalse();
    assertThat(bundle.validity()).as(state).isEqualTo(Validity.INVALID);
    assertThat(bundle.reasons()).as(state).isNotEmpty();
    assertThat(bundle.verify()).as(state).singleElement().asString().startsWith("incomplete");
  }

  private static void copy(Path whole, Path state, String path, boolean isPart) throws IOException {
    Path target = state.resolve(isPart ? path + AtomicFile.SUFFIX : path);
    Files.createDirectories(target.getParent());
    byte[] bytes = Files.readAllBytes(whole.resolve(path));
    Files.write(target, isPart ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
  }

  private Path write() throws IOException {
    BundleWriter writer =
        BundleWriter.create(temp.resolve("whole"), Instant.EPOCH, BundleScribe.plan(1));
    writer.add(Section.CONFIG, "resolved.json", "{}\n");
    Files.writeString(writer.raw("cell/f00/latency.hlog"), "x".repeat(100));
    writer.seal();
    FigureFiles.write(List.of(), writer);
    writer.add(Section.REPORT, "report.md", "report\n");
    writer.close(Validity.VALID, List.of());
    return writer.directory();
  }
}
