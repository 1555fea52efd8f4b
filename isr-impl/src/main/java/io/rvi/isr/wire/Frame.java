package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A frame that arrived whole and intact: see the package documentation for its bytes.
 *
 * @param type the type of its message
 * @param correlation matches a reply to its request
 * @param message the message
 * @param payload the record batches beside it, readable bytes only; valid as long as the frame's
 *     buffer is
 */
record Frame(MessageType type, int correlation, Message message, ByteBuf payload) {
  /** The longest frame before {@code Hello} and {@code Welcome} were exchanged. */
  static final int HELLO_BYTES_MAX = 4 << 10;

  /** Bytes before the fields. */
  static final int HEADER_BYTES = 20;

  private static final short MAGIC = 0x5256;
  private static final byte VERSION = 1;
  private static final int AT_MAGIC = 4;
  private static final int AT_VERSION = 6;
  private static final int AT_TYPE = 7;
  private static final int AT_CORRELATION = 8;
  private static final int AT_FIELDS_BYTES = 12;
  private static final int AT_CRC = 16;

  /**
   * A payload up to this size is copied behind the fields: cheaper than a second buffer to write.
   */
  private static final int COPY_BYTES_MAX = 8 << 10;

  /** Room for the fields of the common messages; the buffer grows for others. */
  private static final int FIELDS_BYTES_TYPICAL = 108;

  /**
   * Checks the header's mark, version and length.
   *
   * @param in bytes of which {@link #HEADER_BYTES} are there
   * @param at index of the frame's first byte
   * @param bytesMax the longest frame that the connection takes now
   * @return the bytes of the whole frame
   */
  static int totalBytes(ByteBuf in, int at, int bytesMax) throws WireFormatException {
    if (in.getShort(at + AT_MAGIC) != MAGIC) {
      throw new WireFormatException("this is not the rvi protocol");
    }
    if (in.getByte(at + AT_VERSION) != VERSION) {
      throw new WireFormatException(
          "protocol version " + in.getByte(at + AT_VERSION) + ", this is version " + VERSION);
    }
    int rest = in.getInt(at);
    if (rest < HEADER_BYTES - Integer.BYTES || rest > bytesMax - Integer.BYTES) {
      throw new WireFormatException(
          "a frame of " + (rest & 0xffffffffL) + " bytes; at most " + bytesMax + " are taken");
    }
    return rest + Integer.BYTES;
  }

  /**
   * Reads a whole frame.
   *
   * @param in the bytes
   * @param at index of the frame's first byte
   * @param totalBytes its length, as {@link #totalBytes} checked it
   */
  static Frame decode(ByteBuf in, int at, int totalBytes) throws WireFormatException {
    int fieldsBytes = in.getInt(at + AT_FIELDS_BYTES);
    if (fieldsBytes < 0 || fieldsBytes > totalBytes - HEADER_BYTES) {
      throw new WireFormatException("fields of " + fieldsBytes + " bytes in " + totalBytes);
    }
    if (in.getInt(at + AT_CRC) != crc(in, at, fieldsBytes)) {
      throw new WireFormatException("a frame that fails its checksum");
    }
    MessageType type = MessageType.of(in.getByte(at + AT_TYPE));
    Message message = type.decode(in.slice(at + HEADER_BYTES, fieldsBytes));
    int payloadAt = at + HEADER_BYTES + fieldsBytes;
    ByteBuf payload = in.slice(payloadAt, at + totalBytes - payloadAt);
    return new Frame(type, in.getInt(at + AT_CORRELATION), message, payload);
  }

  /**
   * Writes a frame. A small payload is copied into the returned buffer and released; a larger one
   * has to be written right behind the returned buffer, see {@link #travelsApart}.
   *
   * @param allocator where the buffer comes from
   * @param correlation of the request, or of the request that is answered
   * @param message what to say
   * @param payload the record batches beside it, or null; its readable bytes are taken over
   */
  static ByteBuf encode(
      ByteBufAllocator allocator, int correlation, Message message, @Nullable ByteBuf payload) {
    int payloadBytes = payload == null ? 0 : payload.readableBytes();
    int copied = travelsApart(payload) ? 0 : payloadBytes;
    ByteBuf out = allocator.directBuffer(HEADER_BYTES + FIELDS_BYTES_TYPICAL + copied);
    out.writeZero(HEADER_BYTES);
    message.encode(out);
    int fieldsBytes = out.writerIndex() - HEADER_BYTES;
    out.setInt(0, HEADER_BYTES - Integer.BYTES + fieldsBytes + payloadBytes);
    out.setShort(AT_MAGIC, MAGIC);
    out.setByte(AT_VERSION, VERSION);
    out.setByte(AT_TYPE, message.type().code());
    out.setInt(AT_CORRELATION, correlation);
    out.setInt(AT_FIELDS_BYTES, fieldsBytes);
    out.setInt(AT_CRC, crc(out, 0, fieldsBytes));
    if (payload != null && !travelsApart(payload)) {
      out.writeBytes(payload, payload.readerIndex(), payloadBytes);
      payload.release();
    }
    return out;
  }

  /** Whether a payload is too large to be copied behind its message. */
  static boolean travelsApart(@Nullable ByteBuf payload) {
    return payload != null && payload.readableBytes() > COPY_BYTES_MAX;
  }

  private static int crc(ByteBuf buffer, int at, int fieldsBytes) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.nioBuffer(at, AT_CRC));
    crc.update(buffer.nioBuffer(at + HEADER_BYTES, fieldsBytes));
    return (int) crc.getValue();
  }
}
