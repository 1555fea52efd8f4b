package io.rvi.raft.wire;

import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** A command of the catalog: one byte for the kind, then its fields. */
public sealed interface CatalogCommand permits CreateTopic, ChangeRow {
  /** Its bytes. */
  ByteString encode();

  /**
   * Reads a command.
   *
   * @param bytes from {@link #encode}
   * @throws IllegalArgumentException when the bytes are no command
   */
  static CatalogCommand parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    byte kind = in.get();
    return kind == CreateTopic.KIND ? CreateTopic.read(in) : ChangeRow.read(kind, in);
  }
}
