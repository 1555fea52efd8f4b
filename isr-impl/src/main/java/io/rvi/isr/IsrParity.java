package io.rvi.isr;

import io.rvi.spi.CommonSettings;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Settings;
import java.time.Duration;
import java.util.Map;

/** What the settings of this backend come to, in the words that all backends share. */
final class IsrParity {
  private IsrParity() {}

  static Map<ParityItem, String> effective(Settings settings) {
    Map<ParityItem, String> stated = ParityItem.ofCommon(settings);
    stated.put(
        ParityItem.FAILURE_DETECTION,
        CommonSettings.FAILURE_DETECTION.type().writer().apply(detection(settings)));
    stated.put(ParityItem.RETRIES, "until request.deadline");
    stated.put(ParityItem.LEADER_PLACEMENT, "the preferred leaders, spread evenly over nodes");
    Duration balance = settings.get(IsrSettings.LEADER_BALANCE);
    stated.put(
        ParityItem.LEADER_RETURN,
        balance.isZero() ? "never by itself" : "looked at every " + balance.toSeconds() + " s");
    stated.put(ParityItem.RETRY_PAUSE, "2 ms, doubling up to 100 ms");
    stated.put(ParityItem.ACK_POINT, "every replica of the in-sync set");
    stated.put(ParityItem.TRANSPORT, "frames of its own over TCP, by Netty");
    return stated;
  }

  /** The mean detection that a session timeout T gives: 5/6 T and half a tick of ZooKeeper. */
  private static Duration detection(Settings settings) {
    Duration tick = settings.get(IsrSettings.ZOOKEEPER_TICK);
    Duration session = IsrSettings.sessionTimeout(settings);
    long millis = Math.round(session.toNanos() / 1e6 * 5 / 6 + tick.toNanos() / 1e6 / 2);
    return Duration.ofMillis(millis);
  }
}
