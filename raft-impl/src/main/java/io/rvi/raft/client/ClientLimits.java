package io.rvi.raft.client;

import io.rvi.raft.config.RatisProperties;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Settings;
import java.time.Duration;

/**
 * The settings that a client's parts use.
 *
 * @param recordBytesMax largest payload of a record
 * @param batchBytes payload bytes that a batch gathers at the most
 * @param batchRecords records that a batch gathers at the most
 * @param inFlight batches of a partition that are not settled, at the most
 * @param linger how long a record waits for others while a batch is under way
 * @param deadline how long an operation may take; a little less than asked for, so that the failure
 *     is there in time
 * @param suspicion after how long without an answer a client asks whether somebody else leads
 */
record ClientLimits(
    int recordBytesMax,
    int batchBytes,
    int batchRecords,
    int inFlight,
    Duration linger,
    Duration deadline,
    Duration suspicion) {
  private static final Duration MARGIN_MAX = Duration.ofMillis(50);

  static ClientLimits of(Settings settings) {
    Duration deadline = settings.get(CommonSettings.REQUEST_DEADLINE);
    Duration twentieth = deadline.dividedBy(20);
    return new ClientLimits(
        settings.get(CommonSettings.RECORD_BYTES_MAX),
        settings.get(CommonSettings.BATCH_BYTES),
        RatisProperties.BATCH_RECORDS_MAX,
        settings.get(CommonSettings.IN_FLIGHT),
        settings.get(CommonSettings.LINGER),
        deadline.minus(twentieth.compareTo(MARGIN_MAX) < 0 ? twentieth : MARGIN_MAX),
        settings.get(CommonSettings.FAILURE_DETECTION).dividedBy(4));
  }
}
