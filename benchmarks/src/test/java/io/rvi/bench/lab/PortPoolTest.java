package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.spi.Endpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PortPoolTest {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int PORTS = 100;

  @Test
  void shouldTakePortsOutsideTheEphemeralRange() throws Exception {
    assumeTrue(Files.exists(RANGE), "the host does not tell its ephemeral range");
    String[] bounds = Commands.run("cat", RANGE.toString()).strip().split("\\s+", -1);
    try (PortPool pool = new PortPool(new SplittableRandom(1))) {
      for (int i = 0; i < PORTS; i++) {
        int port = pool.take().port();

        assertThat(port < Integer.parseInt(bounds[0]) || port > Integer.parseInt(bounds[1]))
            .as("port %d", port)
            .isTrue();
      }
    }
  }

  @Test
  void shouldNeverGiveAPortTwiceWhilePoolsLive() throws Exception {
    // The same seed: both would take the same blocks, were these not locked.
    try (PortPool first = new PortPool(new SplittableRandom(7));
        PortPool second = new PortPool(new SplittableRandom(7))) {
      Set<Endpoint> given = new HashSet<>();
      for (int i = 0; i < PORTS; i++) {
        assertThat(given.add(first.take())).isTrue();
        assertThat(given.add(second.take())).isTrue();
      }
    }
  }
}
