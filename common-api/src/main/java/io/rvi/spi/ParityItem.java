package io.rvi.spi;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a fair comparison of two backends holds equal, or at least shows: an item that every backend
 * states in the same words, whatever its own keys are called. Where an item's key is a common
 * setting's, its value is what the backend makes of that setting and of native keys that override
 * it.
 */
public enum ParityItem {
  /** When a replica's copy counts. */
  FLUSH(CommonSettings.FLUSH),
  /** How long a client holds a record back for others. */
  LINGER(CommonSettings.LINGER),
  /** What one append request gathers at the most. */
  BATCH_BYTES(CommonSettings.BATCH_BYTES),
  /** Append requests under way at the most. */
  IN_FLIGHT(CommonSettings.IN_FLIGHT),
  /** What a client holds at the most. */
  PENDING_BYTES(CommonSettings.PENDING_BYTES),
  /** The largest record. */
  RECORD_BYTES_MAX(CommonSettings.RECORD_BYTES_MAX),
  /** When an operation ends at the latest. */
  REQUEST_DEADLINE(CommonSettings.REQUEST_DEADLINE),
  /** The mean time from a crash to its detection, as all keys together give it. */
  FAILURE_DETECTION(CommonSettings.FAILURE_DETECTION),
  /** How long a node's disk may hang before others lead. */
  STALL_MAX(CommonSettings.STALL_MAX),
  /** How often a client sends an append again before it ends as unknown. */
  RETRIES("retries", false),
  /** Where the leader of a new partition is. */
  LEADER_PLACEMENT("leaderPlacement", false),
  /** Whether leadership moves back to the preferred leader after a fault. */
  LEADER_RETURN("leaderReturn", true),
  /** How long a client waits before it sends again: part of each backend's client. */
  RETRY_PAUSE("retryPause", true),
  /** Whose copies an acknowledgement waits for: what the protocols are compared in. */
  ACK_POINT("ackPoint", true),
  /** What carries messages between nodes and from clients. */
  TRANSPORT("transport", true);

  private final String key;
  private final boolean isInherent;

  ParityItem(Setting<?> setting) {
    this(setting.key(), false);
  }

  ParityItem(String key, boolean isInherent) {
    this.key = key;
    this.isInherent = isInherent;
  }

  /** Its name in sheets and messages. */
  public String key() {
    return key;
  }

  /** Whether backends may differ in it by their nature, so that no setting makes them equal. */
  public boolean isInherent() {
    return isInherent;
  }

  /**
   * The items that are common settings, as those settings have them: where a backend begins.
   *
   * @param settings resolved settings of a backend
   * @return text by item, to be added to
   */
  public static Map<ParityItem, String> ofCommon(Settings settings) {
    Map<ParityItem, String> stated = new EnumMap<>(ParityItem.class);
    for (ParityItem item : List.of(values())) {
      CommonSettings.all().stream()
          .filter(setting -> setting.key().equals(item.key))
          .forEach(setting -> stated.put(item, text(settings, setting)));
    }
    return stated;
  }

  private static <T> String text(Settings settings, Setting<T> setting) {
    return setting.type().writer().apply(settings.get(setting));
  }
}
