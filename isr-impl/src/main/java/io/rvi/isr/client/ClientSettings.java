package io.rvi.isr.client;

import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Settings;
import java.util.concurrent.TimeUnit;

/**
 * What a client goes by.
 *
 * @param clientId its name for messages
 * @param recordBytesMax largest payload
 * @param batchBytes payload bytes that one request gathers
 * @param inFlight requests under way to one partition
 * @param pendingBytesMax payload bytes of appends that have not ended
 * @param lingerNanos how long a record waits for company while a request is under way
 * @param deadlineNanos when an operation ends at the latest
 * @param detectionNanos how long a node may be silent before it counts as dead
 */
record ClientSettings(
    String clientId,
    int recordBytesMax,
    int batchBytes,
    int inFlight,
    long pendingBytesMax,
    long lingerNanos,
    long deadlineNanos,
    long detectionNanos) {
  /** A tick is at most this long: ends that depend on it are late by no more. */
  private static final long TICK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(250);

  /** A tick is this part of the deadline, so that ending one tick early costs little of it. */
  private static final int TICKS_PER_DEADLINE = 20;

  static ClientSettings of(ClientSpec spec) {
    Settings settings = spec.settings();
    return new ClientSettings(
        spec.clientId(),
        settings.get(CommonSettings.RECORD_BYTES_MAX),
        settings.get(CommonSettings.BATCH_BYTES),
        settings.get(CommonSettings.IN_FLIGHT),
        settings.get(CommonSettings.PENDING_BYTES),
        settings.get(CommonSettings.LINGER).toNanos(),
        settings.get(CommonSettings.REQUEST_DEADLINE).toNanos(),
        settings.get(CommonSettings.FAILURE_DETECTION).toNanos());
  }

  /** How often pending appends are looked at. */
  long tickNanos() {
    return Math.min(
        TICK_NANOS_MAX, Math.min(detectionNanos / 2, deadlineNanos / TICKS_PER_DEADLINE));
  }

  /** When an operation is ended, so that it has ended at its deadline though looked at by ticks. */
  long endNanos() {
    return deadlineNanos - tickNanos();
  }

  /** How long a leader that answers pings may leave a request open before others are asked. */
  long suspicionNanos() {
    return 2 * detectionNanos;
  }

  /** The longest frame: a batch of whatever size the settings allow, and its message. */
  int frameBytesMax() {
    int overhead = 1 << 20; // Headers of a batch of empty records, and the message's fields.
    return 2 * Math.max(recordBytesMax, batchBytes) + overhead;
  }
}
