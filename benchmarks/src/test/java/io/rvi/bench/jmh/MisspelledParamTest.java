package io.rvi.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MisspelledParamTest {
  @Test
  void shouldSuggestTheNameThatWasMeant() throws IOException {
    assertThat(MisspelledParam.in(List.of("AppendLatency", "-p", "backnd=isr")))
        .hasValueSatisfying(
            complaint -> assertThat(complaint).contains("backnd", "did you mean backend?"));
  }

  @Test
  void shouldLetEveryKnownNamePass() throws IOException {
    assertThat(MisspelledParam.in(List.of("-p", "backend=isr", "-p", "replicas=3", "-f", "1")))
        .isEmpty();
  }
}
