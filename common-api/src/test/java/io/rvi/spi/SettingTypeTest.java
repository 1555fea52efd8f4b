package io.rvi.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rvi.api.Flush;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingTypeTest {
  @ParameterizedTest
  @CsvSource({
    "250us, 250000",
    "600ms, 600000000",
    "2s, 2000000000",
    "1min, 60000000000",
    "1h, 3600000000000",
    "' 5 ms ', 5000000",
    "0ms, 0"
  })
  void shouldReadADuration(String text, long nanos) {
    assertThat(SettingType.DURATION.parse(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "ms", "5 m", "5MS", "-5ms", "+5ms", "1.5s", "5ms6", "٥ms"})
  void shouldRefuseADurationWithoutOneNumberAndOneUnit(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> SettingType.DURATION.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"1B, 1", "64KiB, 65536", "1MiB, 1048576", "1GiB, 1073741824", "0B, 0"})
  void shouldReadASize(String text, int bytes) {
    assertThat(SettingType.BYTES.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1kB", "1K", "1mib", "2GiB", "999999999999999GiB", "-1B"})
  void shouldRefuseASizeWithoutAKnownUnitOrTooLarge(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> SettingType.BYTES.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRUE", "yes", "1", ""})
  void shouldRefuseWhatIsNeitherTrueNorFalse(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> SettingType.BOOLEAN.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"250us", "5ms", "1500ms", "2s", "3h", "0ms"})
  void shouldReadBackADurationThatItShows(String text) {
    Duration value = SettingType.DURATION.parse(text);

    assertThat(SettingType.DURATION.parse(SettingType.DURATION.writer().apply(value)))
        .isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "group", "each"})
  void shouldReadBackAnEnumThatItShows(String text) {
    SettingType<Flush> type = SettingType.oneOf(Flush.class);

    assertThat(type.writer().apply(type.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "GROUP", "sometimes", ""})
  void shouldRefuseWhatIsNoConstantInLowerCase(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettingType.oneOf(Flush.class).parse(text));
  }
}
