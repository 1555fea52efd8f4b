package io.rvi.isr.wire;

import io.rvi.spi.Endpoint;

/**
 * A node to keep a connection to.
 *
 * @param cluster the cluster of both
 * @param node the node's id; another node that answers at the address is refused
 * @param endpoint its address as this process reaches it
 * @param self how to introduce oneself: own node id, 0 for a client
 * @param selfName the own name, for the node's log lines
 * @param connectNanosMax how long connecting and greeting may take together, above 0
 * @param silenceNanosMax how long the node may be silent while a reply is due, before the
 *     connection is given up; above 0
 */
public record LinkTarget(
    String cluster,
    int node,
    Endpoint endpoint,
    int self,
    String selfName,
    long connectNanosMax,
    long silenceNanosMax) {

  /**
   * A target that may be silent for as long as connecting may take.
   *
   * @param cluster the cluster of both
   * @param node the node's id
   * @param endpoint its address
   * @param self own node id, 0 for a client
   * @param selfName the own name
   * @param connectNanosMax both bounds
   */
  public LinkTarget(
      String cluster,
      int node,
      Endpoint endpoint,
      int self,
      String selfName,
      long connectNanosMax) {
    this(cluster, node, endpoint, self, selfName, connectNanosMax, connectNanosMax);
  }
}
