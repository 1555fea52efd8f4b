package io.rvi.bench.lab.link;

import java.util.Map;
import java.util.Objects;

/**
 * A link as it is now.
 *
 * @param accepting whether new connections are taken
 * @param connections how many are open
 * @param directions each direction
 */
public record LinkState(
    boolean accepting, int connections, Map<Direction, DirectionState> directions) {
  /** Copies the map. */
  public LinkState {
    directions = Map.copyOf(directions);
  }

  /**
   * One of its directions.
   *
   * @param direction which
   */
  public DirectionState direction(Direction direction) {
    return Objects.requireNonNull(directions.get(direction), "both directions are always here");
  }

  /**
   * A direction of a link.
   *
   * @param silent whether bytes are held back
   * @param shape how bytes are carried
   * @param passedBytes bytes passed on since the link was made
   * @param delayedBytes of them, those that waited for their delay or for bandwidth
   * @param heldBytes bytes taken and not yet passed on
   */
  public record DirectionState(
      boolean silent, LinkShape shape, long passedBytes, long delayedBytes, long heldBytes) {}
}
