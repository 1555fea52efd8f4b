package io.rvi.raft.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * What became of a batch when its log entry was applied.
 *
 * @param verdict what became of it
 * @param baseOffset the offset of its first record, for {@link Verdict#STORED}; else -1
 * @param epoch the term of the applied entry
 */
public record AppendReply(Verdict verdict, long baseOffset, long epoch) {
  private static final int BYTES = 1 + 8 + 8;

  /** What became of a batch. */
  public enum Verdict {
    /** Its records are in the log: by this entry, or by an earlier entry of the same batch. */
    STORED(1),
    /** It came before a batch of the same producer that is not settled; nothing was stored. */
    OUT_OF_SEQUENCE(2),
    /** It was settled long ago, and where its records lie is no longer remembered. */
    SETTLED(3);

    private final byte code;

    Verdict(int code) {
      this.code = (byte) code;
    }

    /** Its byte in a reply. */
    byte code() {
      return code;
    }

    /** The verdict of a byte. */
    static Verdict of(byte code) {
      return Arrays.stream(values())
          .filter(verdict -> verdict.code == code)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no verdict has the code " + code));
    }
  }

  /** Its bytes. */
  public ByteString encode() {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.put(verdict.code()).putLong(baseOffset).putLong(epoch);
    return UnsafeByteOperations.unsafeWrap(out.array());
  }

  /**
   * Reads a reply.
   *
   * @param bytes from {@link #encode}
   */
  public static AppendReply parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    Verdict verdict = Verdict.of(in.get());
    return new AppendReply(verdict, in.getLong(), in.getLong());
  }
}
