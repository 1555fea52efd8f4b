package io.rvi.raft.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * Creates a topic. Answered by the {@link Topic} as it now exists, whose shape differs from the one
 * asked for when the name was taken; or by nothing when the cluster has fewer nodes than replicas
 * asked for.
 *
 * @param name the topic's name
 * @param partitions 1 or more
 * @param replicas 1 or more
 */
public record CreateTopic(String name, int partitions, int replicas) implements CatalogCommand {
  static final byte KIND = 1;

  /** Its bytes: kind, partitions, replicas, name. */
  @Override
  public ByteString encode() {
    return ByteString.copyFrom(
            ByteBuffer.allocate(9).put(KIND).putInt(partitions).putInt(replicas).flip())
        .concat(ByteString.copyFromUtf8(name));
  }

  static CreateTopic read(ByteBuffer in) {
    int partitions = in.getInt();
    int replicas = in.getInt();
    return new CreateTopic(StandardCharsets.UTF_8.decode(in).toString(), partitions, replicas);
  }
}
