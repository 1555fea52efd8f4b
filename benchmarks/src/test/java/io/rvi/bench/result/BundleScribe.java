package io.rvi.bench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A process that writes one bundle after another until it is killed. */
final class BundleScribe {
  private BundleScribe() {}

  /** A plan of nothing, as its schema has it. */
  static byte[] plan(long seed) {
    return ("{\"name\":\"test\",\"seed\":"
            + seed
            + ",\"repetitions\":1,\"shape\":{\"ratePerSecond\":1.0},"
            + "\"cells\":[],\"steps\":[],\"predictions\":[]}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws IOException {
    for (int number = 0; ; number++) {
      BundleWriter writer =
          BundleWriter.create(
              Path.of(arguments[0]), Instant.EPOCH.plusSeconds(number), plan(number));
      System.out.println("begun");
      for (int file = 0; file < 5; file++) {
        writer.add(Section.CONFIG, "c" + file + ".json", "{}\n");
        Files.writeString(writer.raw("cell/f00/r" + file + ".hlog"), "x".repeat(10_000));
      }
      writer.seal();
      writer.add(Section.REPORT, "report.md", "report\n");
      writer.close(Validity.VALID, List.of());
    }
  }
}
