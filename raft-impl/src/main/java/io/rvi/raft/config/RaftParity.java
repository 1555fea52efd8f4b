package io.rvi.raft.config;

import io.rvi.api.Flush;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Settings;
import java.time.Duration;
import java.util.Map;

/** What the settings of this backend come to, in the words that all backends share. */
public final class RaftParity {
  /** A cluster for which native timeouts are turned back into a detection time. */
  private static final int NODES = 3;

  private RaftParity() {}

  /**
   * The items.
   *
   * @param settings resolved settings
   * @return text by item
   */
  public static Map<ParityItem, String> effective(Settings settings) {
    Map<ParityItem, String> stated = ParityItem.ofCommon(settings);
    int entries = settings.get(RaftSettings.FORCE_SYNC_NUM);
    boolean isForced = !RaftSettings.FORCE_SYNC_NUM.defaultText().equals(Integer.toString(entries));
    if (settings.get(CommonSettings.FLUSH) == Flush.GROUP && isForced) {
      stated.put(ParityItem.FLUSH, "group, forced after " + entries + " entries");
    }
    stated.put(ParityItem.FAILURE_DETECTION, detection(settings));
    stated.put(ParityItem.RETRIES, "until request.deadline");
    stated.put(ParityItem.LEADER_PLACEMENT, "the preferred leaders, spread evenly over nodes");
    stated.put(ParityItem.LEADER_RETURN, "never by itself");
    stated.put(
        ParityItem.RETRY_PAUSE,
        "none, then 5 ms more each time up to 100 ms; an attempt ends after "
            + RatisProperties.attemptTimeout(settings).toMillis()
            + " ms");
    stated.put(ParityItem.ACK_POINT, "a majority of the replicas, the leader among them");
    stated.put(ParityItem.TRANSPORT, "gRPC over TCP, by Ratis");
    return stated;
  }

  /** As the common setting has it, unless native timeouts say otherwise. */
  private static String detection(Settings settings) {
    Duration asked = settings.get(CommonSettings.FAILURE_DETECTION);
    ElectionTimeouts derived = ElectionTimeouts.forDetection(asked, NODES);
    Duration min = RatisProperties.orDerived(settings, RaftSettings.TIMEOUT_MIN, derived.min());
    Duration max = RatisProperties.orDerived(settings, RaftSettings.TIMEOUT_MAX, derived.max());
    if (min.equals(derived.min()) && max.equals(derived.max())) {
      return CommonSettings.FAILURE_DETECTION.type().writer().apply(asked);
    }
    if (!max.equals(min.multipliedBy(2))) {
      return "election timeouts of " + min.toMillis() + " to " + max.toMillis() + " ms";
    }
    Duration found = Duration.ofMillis(Math.round(min.toMillis() * ElectionTimeouts.factor(NODES)));
    return CommonSettings.FAILURE_DETECTION.type().writer().apply(found);
  }
}
