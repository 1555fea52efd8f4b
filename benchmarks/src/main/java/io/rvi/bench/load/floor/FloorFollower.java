package io.rvi.bench.load.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes each payload from the leader, writes it, and answers with its number. */
final class FloorFollower {
  private final int recordBytes;
  private final FloorFile file;

  FloorFollower(int recordBytes, FloorFile file) {
    this.recordBytes = recordBytes;
    this.file = file;
  }

  /** Serves one leader until it goes. */
  void run() throws IOException {
    ByteBuffer record = ByteBuffer.allocateDirect(recordBytes);
    ByteBuffer ack = ByteBuffer.allocateDirect(Long.BYTES);
    try (FloorSocket leader = FloorSocket.acceptOne()) {
      while (true) {
        leader.fill(record.clear());
        file.append(record.flip());
        leader.write(ack.clear().putLong(record.getLong(0)).flip());
      }
    } catch (EOFException e) {
      return; // The leader has ended, and so does the floor.
    }
  }
}
