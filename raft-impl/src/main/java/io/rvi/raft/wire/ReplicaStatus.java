package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * What a replica says of itself, the answer to {@link Query.Status}.
 *
 * @param node where it is
 * @param term the newest term it knows
 * @param leading whether it leads and is ready to serve
 * @param highWatermark the offset after the last record it has applied, at most {@code logEnd}
 * @param logEnd the offset after its last record that has reached what the flush class asks for,
 *     applied or not; counts an unapplied batch as stored
 * @param voters the voters of its newest configuration
 */
public record ReplicaStatus(
    NodeId node, long term, boolean leading, long highWatermark, long logEnd, Set<NodeId> voters) {
  /** Copies the set. */
  public ReplicaStatus {
    voters = Set.copyOf(voters);
  }

  /** Its bytes. */
  public ByteString encode() {
    ByteBuffer out = ByteBuffer.allocate(4 + 8 + 1 + 8 + 8 + 4 + 4 * voters.size());
    out.putInt(node.value()).putLong(term).put((byte) (leading ? 1 : 0));
    out.putLong(highWatermark).putLong(logEnd).putInt(voters.size());
    voters.stream().sorted().forEach(voter -> out.putInt(voter.value()));
    return ByteString.copyFrom(out.flip());
  }

  /**
   * Reads a status.
   *
   * @param bytes from {@link #encode}
   */
  public static ReplicaStatus parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    NodeId node = new NodeId(in.getInt());
    long term = in.getLong();
    boolean leading = in.get() == 1;
    long highWatermark = in.getLong();
    long logEnd = in.getLong();
    Set<NodeId> voters = new LinkedHashSet<>();
    for (int left = in.getInt(); left > 0; left--) {
      voters.add(new NodeId(in.getInt()));
    }
    return new ReplicaStatus(node, term, leading, highWatermark, logEnd, voters);
  }
}
