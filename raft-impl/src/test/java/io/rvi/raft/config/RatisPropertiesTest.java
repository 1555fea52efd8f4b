package io.rvi.raft.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.spi.Endpoint;
import io.rvi.spi.SettingException;
import io.rvi.spi.Settings;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.junit.jupiter.api.Test;

final class RatisPropertiesTest {
  private static final Endpoint LISTEN = new Endpoint("127.0.0.1", 9_000);

  @Test
  void shouldNameEachKeyOnce() {
    assertThat(RaftSettings.all()).extracting(setting -> setting.key()).doesNotHaveDuplicates();
  }

  @Test
  void shouldShowTheDerivedDefaultsAsTheyAreForThreeNodes() {
    RaftProperties properties = server(Map.of());

    assertThat(RaftServerConfigKeys.Rpc.timeoutMin(properties).toIntExact(MS))
        .isEqualTo((int) Settings.defaults().get(RaftSettings.TIMEOUT_MIN).toMillis());
    assertThat(RaftServerConfigKeys.Rpc.timeoutMax(properties).toIntExact(MS))
        .isEqualTo((int) Settings.defaults().get(RaftSettings.TIMEOUT_MAX).toMillis());
    assertThat(RaftServerConfigKeys.Log.Appender.bufferByteLimit(properties).getSizeInt())
        .isEqualTo(Settings.defaults().get(RaftSettings.APPENDER_BYTES));
    assertThat(RaftServerConfigKeys.Log.writeBufferSize(properties).getSizeInt())
        .isEqualTo(Settings.defaults().get(RaftSettings.WRITE_BUFFER_BYTES));
  }

  @Test
  void shouldMapEachFlushClass() {
    assertThat(RaftServerConfigKeys.Log.unsafeFlushEnabled(server(Map.of("flush", "none"))))
        .isTrue();
    assertThat(RaftServerConfigKeys.Log.unsafeFlushEnabled(server(Map.of("flush", "group"))))
        .isFalse();
    assertThat(RaftServerConfigKeys.Log.forceSyncNum(server(Map.of("flush", "each")))).isEqualTo(1);
  }

  @Test
  void shouldLetANativeKeyOverrideWhatIsDerived() {
    RaftProperties properties =
        server(
            Map.of(
                "raft.server.rpc.timeout.min", "1s",
                "raft.server.rpc.timeout.max", "3s",
                "raft.server.log.appender.wait-time.min", "0ms"));

    assertThat(RaftServerConfigKeys.Rpc.timeoutMin(properties).toIntExact(MS)).isEqualTo(1_000);
    assertThat(RaftServerConfigKeys.Rpc.requestTimeout(properties).toIntExact(MS)).isEqualTo(3_000);
    assertThat(RaftServerConfigKeys.Log.Appender.waitTimeMin(properties).toIntExact(MS)).isZero();
  }

  @Test
  void shouldRefuseSettingsThatContradictEachOther() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> server(Map.of("flush", "each", "raft.server.log.force.sync.num", "128")))
        .withMessageContaining("flush=each");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> server(Map.of("raft.server.rpc.timeout.min", "5s")))
        .withMessageContaining("raft.server.rpc.timeout.max");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(
            () ->
                server(
                    Map.of(
                        "record.bytes.max", "8MiB",
                        "raft.server.log.appender.buffer.byte-limit", "4MiB")))
        .withMessageContaining("record.bytes.max");
  }

  private static final TimeUnit MS = TimeUnit.MILLISECONDS;

  private static RaftProperties server(Map<String, String> given) {
    return RatisProperties.server(Settings.resolve(RaftSettings.all(), given), 3, LISTEN);
  }
}
