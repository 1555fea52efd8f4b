package io.rvi.bench.load.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes each payload from the client, passes it to all followers, writes it, waits for the
 * followers that it has to wait for, and answers the client.
 */
final class FloorLeader {
  private final int recordBytes;
  private final FloorFile file;
  private final int acks;
  private final List<FloorSocket> followers = new ArrayList<>();

  FloorLeader(int recordBytes, FloorFile file, int acks) {
    this.recordBytes = recordBytes;
    this.file = file;
    this.acks = acks;
  }

  /**
   * Serves one client until it goes.
   *
   * @param ports of the followers
   */
  void run(List<Integer> ports) throws IOException {
    for (int port : ports) {
      followers.add(FloorSocket.connect(port));
    }
    try (FloorSocket client = FloorSocket.acceptOne()) {
      serve(client, acks == followers.size() ? this::awaitAll : awaitSome());
    } catch (EOFException e) {
      return; // The client has ended, and so does the floor.
    }
  }

  private void serve(FloorSocket client, AckWait wait) throws IOException {
    ByteBuffer record = ByteBuffer.allocateDirect(recordBytes);
    ByteBuffer answer = ByteBuffer.allocateDirect(Long.BYTES);
    while (true) {
      client.fill(record.clear());
      record.flip();
      for (FloorSocket follower : followers) {
        follower.write(record.duplicate());
      }
      long number = record.getLong(0);
      // The followers write, and fsync, at the same time.
      file.append(record);
      wait.await(number);
      client.write(answer.clear().putLong(number).flip());
    }
  }

  /** Waiting for all needs no thread but this one. */
  private void awaitAll(long number) throws IOException {
    ByteBuffer ack = ByteBuffer.allocate(Long.BYTES);
    for (FloorSocket follower : followers) {
      follower.fill(ack.clear());
      if (ack.getLong(0) != number) {
        throw new IOException("acknowledged " + ack.getLong(0) + " instead of " + number);
      }
    }
  }

  /** Waiting for the fastest ones needs a reader for each. */
  private AckWait awaitSome() {
    AckQuorum quorum = new AckQuorum(followers.size(), acks);
    for (int i = 0; i < followers.size(); i++) {
      int follower = i;
      Thread reader = new Thread(() -> readAcks(follower, quorum), "floor-acks-" + i);
      reader.setDaemon(true);
      reader.start();
    }
    return quorum::await;
  }

  private void readAcks(int follower, AckQuorum quorum) {
    ByteBuffer ack = ByteBuffer.allocate(Long.BYTES);
    try {
      while (true) {
        followers.get(follower).fill(ack.clear());
        quorum.acked(follower, ack.getLong(0));
      }
    } catch (IOException e) {
      quorum.failed(e);
    }
  }

  /** How the leader waits for a record's acknowledgements. */
  private interface AckWait {
    void await(long number) throws IOException;
  }
}
