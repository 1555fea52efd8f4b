package io.rvi.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.api.Flush;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {
  private static final List<Setting<?>> KNOWN = CommonSettings.all();

  @Test
  void shouldGiveTheDefaultOfAKeyThatNobodySet() {
    assertThat(Settings.defaults().get(CommonSettings.FLUSH)).isEqualTo(Flush.GROUP);
    assertThat(Settings.defaults().isSet(CommonSettings.FLUSH)).isFalse();
  }

  @Test
  void shouldGiveWhatWasSet() {
    // when
    Settings settings = Settings.resolve(KNOWN, Map.of("flush", "none", "linger", "5ms"));

    // then
    assertThat(settings.get(CommonSettings.FLUSH)).isEqualTo(Flush.NONE);
    assertThat(settings.get(CommonSettings.LINGER)).isEqualTo(Duration.ofMillis(5));
    assertThat(settings.isSet(CommonSettings.LINGER)).isTrue();
    assertThat(settings.given())
        .containsExactly(Map.entry("flush", "none"), Map.entry("linger", "5ms"));
  }

  @ParameterizedTest
  @CsvSource({
    "flsh, did you mean flush?",
    "failuredetection, did you mean failureDetection?",
    "request.dedline, did you mean request.deadline?",
    "batch.bytes, did you mean batchBytes?",
    "zookeeper, known: flush"
  })
  void shouldRefuseAnUnknownKeyWithASuggestion(String key, String suggestion) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Settings.resolve(KNOWN, Map.of(key, "1")))
        .withMessageContaining(key)
        .withMessageContaining(suggestion)
        .matches(refused -> refused.key().equals(key));
  }

  @ParameterizedTest
  @CsvSource({
    "flush, always, 'one of none, group, each'",
    "flush, NONE, 'one of none, group, each'",
    "failureDetection, 600, a duration with its unit",
    "failureDetection, 5ms, must be 100ms to 5min",
    "failureDetection, -600ms, a duration with its unit",
    "failureDetection, 1h, must be 100ms to 5min",
    "record.bytes.max, 1000000, a size with its unit",
    "record.bytes.max, 1MB, a size with its unit",
    "record.bytes.max, 0B, must be 1B to 16MiB",
    "record.bytes.max, 4GiB, a size with its unit",
    "record.bytes.max, 999999999999999GiB, a size with its unit",
    "inFlight, five, a whole number",
    "inFlight, 5.0, a whole number",
    "inFlight, 99999999999, a whole number",
    "inFlight, 0, must be 1 to 1024"
  })
  void shouldRefuseABadValueNamingKeyValueAndWhatIsExpected(
      String key, String text, String expected) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Settings.resolve(KNOWN, Map.of(key, text)))
        .withMessageContaining(key)
        .withMessageContaining("\"" + text + "\"")
        .withMessageContaining(expected);
  }

  @Test
  void shouldKeepTheOldSettingsWhenOneIsAdded() {
    // given
    Settings before = Settings.resolve(KNOWN, Map.of("inFlight", "7"));

    // when
    Settings after = before.with(CommonSettings.FLUSH, Flush.EACH);

    // then
    assertThat(after.get(CommonSettings.FLUSH)).isEqualTo(Flush.EACH);
    assertThat(after.get(CommonSettings.IN_FLIGHT)).isEqualTo(7);
    assertThat(before.isSet(CommonSettings.FLUSH)).isFalse();
    assertThat(after).isNotEqualTo(before).isEqualTo(before.with(CommonSettings.FLUSH, Flush.EACH));
  }

  @Test
  void shouldRefuseToAddAValueOutOfRange() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Settings.defaults().with(CommonSettings.IN_FLIGHT, 0))
        .withMessageContaining("inFlight");
  }

  @Test
  void shouldRefuseASettingWhoseDefaultIsBad() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new Setting<>("k", SettingType.INT, "3", "A key.", value -> "never good"))
        .withMessageContaining("default of k");
  }

  @Test
  void shouldSayOfEachCommonSettingWhatItMeans() {
    assertThat(KNOWN)
        .allSatisfy(setting -> assertThat(setting.meaning()).endsWith(".").hasSizeGreaterThan(20));
    assertThat(KNOWN.stream().map(Setting::key)).doesNotHaveDuplicates();
  }
}
