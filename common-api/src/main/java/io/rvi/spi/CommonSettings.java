package io.rvi.spi;

import io.rvi.api.Flush;
import java.time.Duration;
import java.util.List;

/** The settings that mean the same on every backend; a fair comparison holds them equal. */
public final class CommonSettings {
  /** {@code flush}. */
  public static final Setting<Flush> FLUSH =
      Setting.of(
          "flush",
          SettingType.oneOf(Flush.class),
          "group",
          "When a replica's copy counts: none (page cache), group (an fsync that may cover many"
              + " requests), each (one fsync a request). Decides what a power loss can take.");

  /** {@code failureDetection}. */
  public static final Setting<Duration> FAILURE_DETECTION =
      new Setting<>(
          "failureDetection",
          SettingType.DURATION,
          "600ms",
          "The mean time from a crash to its detection; each backend maps it to its own timeouts."
              + " Shorter: outages end sooner, and pauses are taken for crashes.",
          value -> value.toMillis() < 100 || value.toMinutes() > 5 ? "must be 100ms to 5min" : "");

  /** {@code storage.stall.max}. */
  public static final Setting<Duration> STALL_MAX =
      new Setting<>(
          "storage.stall.max",
          SettingType.DURATION,
          "5000ms",
          "How long the disk under a node may keep what is written to its logs waiting before the"
              + " node lets others lead. Too small: a slow fsync costs a change of leader.",
          value -> value.toMillis() < 100 || value.toHours() > 1 ? "must be 100ms to 1h" : "");

  /** {@code record.bytes.max}. */
  public static final Setting<Integer> RECORD_BYTES_MAX =
      new Setting<>(
          "record.bytes.max",
          SettingType.BYTES,
          "1MiB",
          "The largest payload of one record; a larger one is refused before it is sent.",
          value -> value < 1 || value > 16 << 20 ? "must be 1B to 16MiB" : "");

  /** {@code request.deadline}. */
  public static final Setting<Duration> REQUEST_DEADLINE =
      new Setting<>(
          "request.deadline",
          SettingType.DURATION,
          "10s",
          "The time within which every operation of a client ends, retries included.",
          value -> value.toMillis() < 10 || value.toHours() > 1 ? "must be 10ms to 1h" : "");

  /** {@code linger}. */
  public static final Setting<Duration> LINGER =
      new Setting<>(
          "linger",
          SettingType.DURATION,
          "0ms",
          "How long a client holds a record back for others to share its request, while a request"
              + " is under way; a record that finds nothing pending goes at once.",
          value -> value.toMillis() > 10_000 ? "must be at most 10s" : "");

  /** {@code batchBytes}. */
  public static final Setting<Integer> BATCH_BYTES =
      new Setting<>(
          "batchBytes",
          SettingType.BYTES,
          "64KiB",
          "The payload bytes that one append request gathers at the most; one larger record goes"
              + " alone.",
          value -> value < 1 || value > 16 << 20 ? "must be 1B to 16MiB" : "");

  /** {@code inFlight}. */
  public static final Setting<Integer> IN_FLIGHT =
      new Setting<>(
          "inFlight",
          SettingType.INT,
          "5",
          "Append requests that a client has under way to one partition at the most.",
          value -> value < 1 || value > 1_024 ? "must be 1 to 1024" : "");

  /** {@code pendingBytes}. */
  public static final Setting<Integer> PENDING_BYTES =
      new Setting<>(
          "pendingBytes",
          SettingType.BYTES,
          "64MiB",
          "Payload bytes that a client holds for appends that have not ended; past it an append"
              + " fails at once as overloaded.",
          value -> value < 1 << 10 ? "must be at least 1KiB" : "");

  private static final List<Setting<?>> ALL =
      List.of(
          FLUSH,
          FAILURE_DETECTION,
          STALL_MAX,
          RECORD_BYTES_MAX,
          REQUEST_DEADLINE,
          LINGER,
          BATCH_BYTES,
          IN_FLIGHT,
          PENDING_BYTES);

  private CommonSettings() {}

  /** All of them, in a fixed order. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
