package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * A topic and where its partitions lie.
 *
 * @param name its name
 * @param assignment for each partition its replicas, the preferred leader first
 */
public record Topic(String name, List<List<NodeId>> assignment) {
  /** Copies the lists. */
  public Topic {
    assignment = assignment.stream().map(List::copyOf).toList();
  }

  /** How many partitions it has. */
  public int partitions() {
    return assignment.size();
  }

  /** How many replicas each partition has. */
  public int replicas() {
    return assignment.get(0).size();
  }

  /** Its bytes: name length, name, partitions, replicas, then the node ids row by row. */
  public ByteString encode() {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(12 + text.length + 4 * partitions() * replicas());
    out.putInt(text.length).put(text).putInt(partitions()).putInt(replicas());
    assignment.forEach(row -> row.forEach(node -> out.putInt(node.value())));
    return ByteString.copyFrom(out.flip());
  }

  /**
   * Reads a topic.
   *
   * @param bytes from {@link #encode}
   */
  public static Topic parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    byte[] text = new byte[in.getInt()];
    in.get(text);
    int partitions = in.getInt();
    int replicas = in.getInt();
    List<List<NodeId>> assignment = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      List<NodeId> row = new ArrayList<>();
      for (int replica = 0; replica < replicas; replica++) {
        row.add(new NodeId(in.getInt()));
      }
      assignment.add(row);
    }
    return new Topic(new String(text, StandardCharsets.UTF_8), assignment);
  }
}
