package io.rvi.isr.node;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.protocol.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch where it lies in a buffer of the network.
 *
 * @param bytes the buffer; its position and limit mean nothing here
 * @param position index of the batch's first byte
 * @param header its header, checked
 * @param placed whether a leader has given it its place
 */
record StoredBatch(ByteBuffer bytes, int position, BatchHeader header, boolean placed)
    implements RecordBatch {
  private static final int NO_PLACE = -1;

  /** Reads the headers of the batches of a leader's answer; their bodies are checked on append. */
  static List<StoredBatch> ofLeader(ByteBuffer bytes) throws BatchException {
    List<StoredBatch> batches = new ArrayList<>();
    int position = bytes.position();
    while (position < bytes.limit()) {
      BatchHeader header = BatchBytes.header(bytes, position);
      batches.add(new StoredBatch(bytes, position, header, true));
      position += header.bytes();
    }
    return batches;
  }

  /** The bytes of the batch alone, from position to limit. */
  ByteBuffer slice() {
    return bytes.duplicate().limit(end()).position(position);
  }

  /** Index of the first byte behind the batch. */
  int end() {
    return position + header.bytes();
  }

  @Override
  public int count() {
    return header.recordCount();
  }

  @Override
  public int sizeBytes() {
    return header.bytes();
  }

  @Override
  public long baseOffset() {
    return placed ? header.baseOffset() : NO_PLACE;
  }

  @Override
  public long epoch() {
    return placed ? header.epoch() : NO_PLACE;
  }

  @Override
  public long producerId() {
    return header.producerId();
  }

  @Override
  public int producerEpoch() {
    return header.producerEpoch();
  }

  @Override
  public long firstSequence() {
    return header.baseSequence();
  }
}
