package io.rvi.api;

/**
 * The identity of a node of a cluster; it outlives restarts of the node.
 *
 * @param value 1 or more; unique in its cluster
 */
public record NodeId(int value) implements Comparable<NodeId> {
  /** Checks the range. */
  public NodeId {
    if (value < 1) {
      throw new IllegalArgumentException("a node id is 1 or more, not " + value);
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "n" + value;
  }
}
