package io.rvi.bench.load.floor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A running floor: its processes, and the client's connection to the leader. */
final class FloorChain implements AutoCloseable {
  private final List<FloorProcess> processes = new ArrayList<>();
  private final ByteBuffer record;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(Long.BYTES);
  private final FloorSocket client;
  private long next;

  private FloorChain(FloorSpec spec, Path base) throws IOException {
    this.record = ByteBuffer.allocateDirect(spec.recordBytes());
    Path directory = Files.createTempDirectory(base, "floor-");
    try {
      this.client = launch(spec, directory);
    } catch (IOException | RuntimeException e) {
      processes.forEach(FloorProcess::close);
      throw e;
    } finally {
      // The files in it have lost their names already.
      Files.delete(directory);
    }
  }

  /**
   * Starts the processes of a floor and connects to its leader.
   *
   * @param spec which floor
   * @param base where files go; on the file system that the cells' data lies on
   * @throws IOException naming the process at fault; nothing is left running
   */
  static FloorChain start(FloorSpec spec, Path base) throws IOException {
    return new FloorChain(spec, base);
  }

  private FloorSocket launch(FloorSpec spec, Path directory) throws IOException {
    List<String> followerPorts = new ArrayList<>();
    for (int i = 1; i < spec.replicas(); i++) {
      FloorProcess follower =
          FloorProcess.launch(arguments(FloorMain.FOLLOWER, spec, directory, i));
      processes.add(follower);
    }
    for (FloorProcess follower : processes) {
      followerPorts.add(Integer.toString(follower.awaitPort()));
    }
    List<String> arguments = arguments(FloorMain.LEADER, spec, directory, 0);
    arguments.add(Integer.toString(spec.acks()));
    arguments.addAll(followerPorts);
    FloorProcess leader = FloorProcess.launch(arguments);
    processes.add(leader);
    return FloorSocket.connect(leader.awaitPort());
  }

  private static List<String> arguments(String role, FloorSpec spec, Path directory, int index) {
    return new ArrayList<>(
        List.of(
            role,
            Integer.toString(spec.recordBytes()),
            Boolean.toString(spec.syncs()),
            directory.resolve("node" + index).toString()));
  }

  /** Sends one payload through the chain and waits for the answer. */
  void append() throws IOException {
    long number = next++;
    client.write(record.clear().putLong(0, number));
    client.fill(answer.clear());
    if (answer.getLong(0) != number) {
      throw new IOException("the floor answered " + answer.getLong(0) + " to " + number);
    }
  }

  /** Ends the processes; an append under way fails. */
  void kill() {
    processes.forEach(FloorProcess::close);
  }

  @Override
  public void close() throws IOException {
    kill();
    client.close();
  }
}
