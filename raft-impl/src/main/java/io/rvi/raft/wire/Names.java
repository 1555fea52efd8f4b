package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;

/** How nodes and groups are called inside Ratis. */
public final class Names {
  private Names() {}

  /**
   * The Raft group that holds the topics of a cluster.
   *
   * @param cluster the cluster's name
   */
  public static RaftGroupId catalog(String cluster) {
    return group("catalog/" + cluster);
  }

  /**
   * The Raft group of a partition.
   *
   * @param cluster the cluster's name
   * @param topic the topic's name
   * @param partition its number
   */
  public static RaftGroupId partition(String cluster, String topic, int partition) {
    return group("partition/" + cluster + "/" + topic + "/" + partition);
  }

  /**
   * The Ratis peer of a node.
   *
   * @param node the node
   */
  public static RaftPeerId peer(NodeId node) {
    return RaftPeerId.valueOf(node.toString());
  }

  /**
   * The node of a Ratis peer.
   *
   * @param peer from {@link #peer}
   */
  public static NodeId node(RaftPeerId peer) {
    return new NodeId(Integer.parseInt(peer.toString().substring(1)));
  }

  /**
   * The nodes of Ratis peers.
   *
   * @param peers from {@link #peer}
   */
  public static Set<NodeId> nodes(Collection<RaftPeer> peers) {
    return peers.stream().map(peer -> node(peer.getId())).collect(Collectors.toSet());
  }

  private static RaftGroupId group(String name) {
    return RaftGroupId.valueOf(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
  }
}
