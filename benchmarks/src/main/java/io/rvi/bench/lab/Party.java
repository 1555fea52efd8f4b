package io.rvi.bench.lab;

import io.rvi.api.NodeId;

/**
 * One who dials or is dialed in a cluster.
 *
 * @param kind what it is
 * @param name its name among its kind: {@code n1}, {@code zk1}, a client's id
 */
public record Party(Kind kind, String name) implements Comparable<Party> {
  /** What a party is. */
  public enum Kind {
    /** A node of the backend. */
    NODE,
    /** A ZooKeeper server. */
    ZOOKEEPER,
    /** A client. */
    CLIENT
  }

  /**
   * A node.
   *
   * @param id which
   */
  public static Party node(NodeId id) {
    return new Party(Kind.NODE, id.toString());
  }

  /**
   * A ZooKeeper server.
   *
   * @param id its number, 1 or more
   */
  public static Party zooKeeper(int id) {
    return new Party(Kind.ZOOKEEPER, "zk" + id);
  }

  /**
   * A client.
   *
   * @param clientId its id
   */
  public static Party client(String clientId) {
    return new Party(Kind.CLIENT, clientId);
  }

  @Override
  public int compareTo(Party other) {
    int byKind = kind.compareTo(other.kind);
    return byKind == 0 ? name.compareTo(other.name) : byKind;
  }

  @Override
  public String toString() {
    return name;
  }
}
