package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads and writes the field types that messages share, each within a bound. */
final class Fields {
  /** A text of a message: topic names and one-line explanations. */
  private static final int TEXT_BYTES_MAX = 4 << 10;

  /** A list of a message: partitions of a topic, replicas of a partition. */
  private static final int LIST_SIZE_MAX = 100_000;

  private Fields() {}

  /** Reads one element. */
  interface Reader<T> {
    T read(ByteBuf in) throws WireFormatException;
  }

  /** Writes one element. */
  interface Writer<T> {
    void write(ByteBuf out, T element);
  }

  static void writeText(ByteBuf out, String text) {
    int at = out.writerIndex();
    out.writeShort(0);
    int bytes = ByteBufUtil.writeUtf8(out, shortened(text));
    out.setShort(at, bytes);
  }

  private static String shortened(String text) {
    int charsMax = TEXT_BYTES_MAX / 3; // A char takes at most three bytes of UTF-8.
    return text.length() <= charsMax ? text : text.substring(0, charsMax);
  }

  static String readText(ByteBuf in) throws WireFormatException {
    int bytes = in.readUnsignedShort();
    if (bytes > TEXT_BYTES_MAX) {
      throw new WireFormatException("a text of " + bytes + " bytes");
    }
    return in.readCharSequence(bytes, StandardCharsets.UTF_8).toString();
  }

  static void writeUuid(ByteBuf out, UUID uuid) {
    out.writeLong(uuid.getMostSignificantBits());
    out.writeLong(uuid.getLeastSignificantBits());
  }

  static UUID readUuid(ByteBuf in) {
    return new UUID(in.readLong(), in.readLong());
  }

  /** Writes a constant's place among its kind; the wire test pins the order of each kind. */
  @SuppressWarnings("EnumOrdinal") // The order is part of protocol version 1.
  static void writeEnum(ByteBuf out, Enum<?> constant) {
    out.writeByte(constant.ordinal());
  }

  static <E extends Enum<E>> E readEnum(ByteBuf in, E[] constants) throws WireFormatException {
    int ordinal = in.readUnsignedByte();
    if (ordinal >= constants.length) {
      throw new WireFormatException("constant " + ordinal + " of " + constants.length);
    }
    return constants[ordinal];
  }

  static <T> void writeList(ByteBuf out, List<T> list, Writer<T> writer) {
    out.writeInt(list.size());
    list.forEach(element -> writer.write(out, element));
  }

  /**
   * Reads a list; its claimed size is checked against the bytes there are before memory is taken.
   */
  static <T> List<T> readList(ByteBuf in, int elementBytesMin, Reader<T> reader)
      throws WireFormatException {
    int size = in.readInt();
    if (size < 0 || size > LIST_SIZE_MAX || size > in.readableBytes() / elementBytesMin) {
      throw new WireFormatException("a list of " + size + " elements");
    }
    List<T> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(reader.read(in));
    }
    return list;
  }

  static void writeInts(ByteBuf out, List<Integer> ints) {
    writeList(out, ints, ByteBuf::writeInt);
  }

  static List<Integer> readInts(ByteBuf in) throws WireFormatException {
    return readList(in, Integer.BYTES, ByteBuf::readInt);
  }
}
