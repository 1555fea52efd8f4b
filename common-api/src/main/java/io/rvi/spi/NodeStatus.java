package io.rvi.spi;

/**
 * How a node is.
 *
 * @param state in short
 * @param detail for {@link State#FAILED}: what failed, naming the file or service; else may be
 *     empty
 */
public record NodeStatus(State state, String detail) {
  /** A node's state. */
  public enum State {
    /** It serves requests. */
    RUNNING,
    /** It took itself, or some replica of its, out of service and needs to be looked at. */
    FAILED,
    /** It was closed or halted. */
    STOPPED
  }
}
