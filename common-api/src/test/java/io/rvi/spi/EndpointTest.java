package io.rvi.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
  @Test
  void shouldParseWhatItShows() {
    Endpoint endpoint = new Endpoint("127.0.0.1", 9_000);

    assertThat(Endpoint.parse(endpoint.toString())).isEqualTo(endpoint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "localhost:", ":9000", "localhost:x", "localhost:0"})
  void shouldRefuseWhatIsNotHostAndPort(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(text));
  }
}
