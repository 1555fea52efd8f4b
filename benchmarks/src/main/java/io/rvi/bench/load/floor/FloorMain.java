package io.rvi.bench.load.floor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One node of a floor, a process of its own. It uses the JDK alone, so that its class path is one
 * entry and its start is quick.
 *
 * <p>Arguments: {@code follower RECORD_BYTES SYNC FILE}, or {@code leader RECORD_BYTES SYNC FILE
 * ACKS FOLLOWER_PORT...}, where SYNC is {@code true} or {@code false}. The node listens on a free
 * port of the loopback address, says {@code ready PORT} on standard output, serves one connection,
 * and ends with it or with its standard input, whichever ends first: so it never outlives the
 * process that started it.
 */
public final class FloorMain {
  static final String READY = "ready ";
  static final String LEADER = "leader";
  static final String FOLLOWER = "follower";

  private static final int FIXED_ARGUMENTS = 4;

  private FloorMain() {}

  /**
   * Runs a node.
   *
   * @param args as above
   * @throws IOException when a socket or the file fails; the trace tells which
   */
  public static void main(String[] args) throws IOException {
    endWithStandardInput();
    int recordBytes = Integer.parseInt(args[1]);
    boolean sync = Boolean.parseBoolean(args[2]);
    try (FloorFile file = FloorFile.open(Path.of(args[3]), sync)) {
      if (args[0].equals(LEADER)) {
        List<Integer> followers = new ArrayList<>();
        for (int i = FIXED_ARGUMENTS + 1; i < args.length; i++) {
          followers.add(Integer.parseInt(args[i]));
        }
        int acks = Integer.parseInt(args[FIXED_ARGUMENTS]);
        new FloorLeader(recordBytes, file, acks).run(followers);
      } else {
        new FloorFollower(recordBytes, file).run();
      }
    }
  }

  private static void endWithStandardInput() {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is ever said; only the end counts.
                }
              } catch (IOException e) {
                // An input that cannot be read has ended as well.
              }
              Runtime.getRuntime().halt(0);
            },
            "floor-parent-watch");
    watcher.setDaemon(true);
    watcher.start();
  }
}
