package io.rvi.raft.wire;

import io.rvi.api.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The answer to {@link Query.Read}.
 *
 * @param verdict whether the records follow
 * @param highWatermark the replica's high watermark when it read
 * @param payloads the records from the asked offset on; none unless {@link Verdict#OK}
 * @param complaint for {@link Verdict#FAILED}: what failed; else empty
 */
public record ReadReply(
    Verdict verdict, long highWatermark, List<byte[]> payloads, String complaint) {
  private static final int HEADER_BYTES = 1 + 8 + 4;

  /** Whether a read succeeded. */
  public enum Verdict {
    /** Here are the records. */
    OK(1),
    /** The offset lies outside the readable range, 0 to the high watermark. */
    OUT_OF_RANGE(2),
    /** The replica could not read its log. */
    FAILED(3);

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

  /** Copies the list. */
  public ReadReply {
    payloads = List.copyOf(payloads);
  }

  /** Its bytes: verdict, high watermark, count, then length and bytes of each payload. */
  public ByteString encode() {
    List<byte[]> parts =
        verdict == Verdict.FAILED
            ? List.of(ByteString.copyFromUtf8(complaint).toByteArray())
            : payloads;
    int size = HEADER_BYTES;
    for (byte[] part : parts) {
      size += 4 + part.length;
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(verdict.code()).putLong(highWatermark).putInt(parts.size());
    for (byte[] part : parts) {
      out.putInt(part.length).put(part);
    }
    return UnsafeByteOperations.unsafeWrap(out.array());
  }

  /**
   * Reads a reply.
   *
   * @param bytes from {@link #encode}
   */
  public static ReadReply parse(ByteString bytes) {
    ByteBuffer in = bytes.asReadOnlyByteBuffer();
    Verdict verdict = Verdict.of(in.get());
    long highWatermark = in.getLong();
    int count = in.getInt();
    List<byte[]> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] part = new byte[in.getInt()];
      in.get(part);
      parts.add(part);
    }
    return verdict == Verdict.FAILED
        ? new ReadReply(
            verdict, highWatermark, List.of(), ByteString.copyFrom(parts.get(0)).toStringUtf8())
        : new ReadReply(verdict, highWatermark, parts, "");
  }

  /**
   * The payloads as records.
   *
   * @param fromOffset the offset of the first
   */
  public List<LogRecord> records(long fromOffset) {
    List<LogRecord> records = new ArrayList<>(payloads.size());
    for (byte[] payload : payloads) {
      records.add(new LogRecord(fromOffset + records.size(), payload));
    }
    return records;
  }
}
