package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperationTimesTest {
  @TempDir Path temp;

  @Test
  void shouldCountFailedOperationsAsInfinite() throws IOException {
    OperationTimes times =
        read(
            """
            intended_ns,sent_ns,ended_ns,outcome
            0,0,5,committed
            100,100,130,committed
            200,201,210,committed
            300,300,,timed_out
            400,400,401,unknown
            """);

    assertThat(times.intended()).isEqualTo(4);
    assertThat(times.valueNs(0.25)).isEqualTo(10);
    assertThat(times.valueNs(0.5)).isEqualTo(30);
    assertThat(times.isAmongFailed(0.5)).isFalse();
    assertThat(times.isAmongFailed(0.51)).isTrue();
    assertThat(times.latenessNs(0.75)).isZero();
    assertThat(times.latenessNs(0.99)).isEqualTo(1);
  }

  @Test
  void shouldRefuseALineOfAnotherForm() {
    assertThatThrownBy(() -> read("intended_ns,sent_ns,ended_ns,outcome\n1,2,3\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1,2,3");
  }

  private OperationTimes read(String text) throws IOException {
    Path file = temp.resolve("operations.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return OperationTimes.read(file, 100);
  }
}
