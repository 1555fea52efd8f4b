package io.rvi.isr.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into frames. Frames that lie whole in what the socket delivered are read
 * in place; one that is split is gathered in a buffer that grows with the bytes that arrived, at
 * most to the frame's own length.
 */
final class FrameReader {
  /** The first size of a gathering buffer: no claim of a length takes more before bytes arrive. */
  private static final int GATHER_BYTES_FIRST = 64 << 10;

  private final ByteBufAllocator allocator;
  private final Sink sink;

  /** The bytes of an incomplete frame, or null; {@code 0 < readableBytes < the frame's length}. */
  private @Nullable ByteBuf gathered;

  private int bytesMax = Frame.HELLO_BYTES_MAX;

  FrameReader(ByteBufAllocator allocator, Sink sink) {
    this.allocator = allocator;
    this.sink = sink;
  }

  /** Takes frames in their order. */
  interface Sink {
    /** Takes a frame, whose payload is valid during the call unless retained. */
    void accept(Frame frame) throws WireFormatException;

    /** Whether frames are still wanted: a sink that closed its connection takes no more. */
    boolean open();
  }

  /** Takes frames of up to this length from now on. */
  void limit(int frameBytesMax) {
    bytesMax = frameBytesMax;
  }

  /** Whether a frame has begun and is not complete. */
  boolean midFrame() {
    return gathered != null;
  }

  /**
   * Takes bytes from the socket.
   *
   * @param in the bytes; not released here
   */
  void read(ByteBuf in) throws WireFormatException {
    while (in.isReadable() && sink.open()) {
      if (gathered != null) {
        gather(in, gathered);
      } else if (!readInPlace(in)) {
        gathered = allocator.directBuffer(Math.max(in.readableBytes(), Frame.HEADER_BYTES));
      }
    }
  }

  private boolean readInPlace(ByteBuf in) throws WireFormatException {
    if (in.readableBytes() < Frame.HEADER_BYTES) {
      return false;
    }
    int totalBytes = Frame.totalBytes(in, in.readerIndex(), bytesMax);
    if (in.readableBytes() < totalBytes) {
      return false;
    }
    Frame frame = Frame.decode(in, in.readerIndex(), totalBytes);
    in.skipBytes(totalBytes);
    sink.accept(frame);
    return true;
  }

  private void gather(ByteBuf in, ByteBuf target) throws WireFormatException {
    take(in, target, Frame.HEADER_BYTES);
    if (target.readableBytes() < Frame.HEADER_BYTES) {
      return;
    }
    int totalBytes = Frame.totalBytes(target, 0, bytesMax);
    int missingBytes = totalBytes - target.readableBytes();
    target.ensureWritable(Math.min(missingBytes, Math.max(GATHER_BYTES_FIRST, in.readableBytes())));
    take(in, target, totalBytes);
    if (target.readableBytes() < totalBytes) {
      return;
    }
    gathered = null;
    try {
      sink.accept(Frame.decode(target, 0, totalBytes));
    } finally {
      target.release();
    }
  }

  /** Moves bytes until the target holds {@code upTo} or the source is empty. */
  private static void take(ByteBuf in, ByteBuf target, int upTo) {
    int bytes = Math.min(in.readableBytes(), upTo - target.readableBytes());
    if (bytes > 0) {
      target.writeBytes(in, bytes);
    }
  }

  /** Frees what was gathered. */
  void close() {
    if (gathered != null) {
      gathered.release();
      gathered = null;
    }
  }
}
