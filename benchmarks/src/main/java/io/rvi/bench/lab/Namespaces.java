package io.rvi.bench.lab;

import io.rvi.bench.lab.link.CutStyle;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The network of a cluster wired {@link Wiring#NAMESPACES}: each server in a network namespace of
 * its own, joined by a bridge in the namespace of the lab. Bytes go from server to server with
 * nothing in between; a cut is a blackhole rule where they arrive, and its proof is a datagram of
 * the lab's own, sent from one namespace to another.
 *
 * <p>Clients and the lab's observer are on the bridge: no cut reaches them.
 *
 * <p>All names begin with a token of the run's directory, so that the leftovers of a dead run are
 * known by it. For Linux, with root, iproute2 and nsenter.
 */
public final class Namespaces implements Connections, AutoCloseable {
  /** Set aside for tests of networks (RFC 2544): 512 networks of 254 hosts. */
  private static final String NETWORKS = "198.";

  private static final int NETWORKS_FIRST = 18;
  private static final int NETWORKS_MAX = 512;
  private static final int ATTEMPTS_MAX = 50;

  private static final int NODE_HOST = 10;
  private static final int ZOOKEEPER_HOST = 100;
  private static final int FIRST_PORT = 7_000;
  private static final int PROBE_PORT = 6_999;

  /** Lost datagrams are none of a cut: on a bridge inside one host none of so many is lost. */
  private static final int PROBES = 3;

  private static final int PROBE_WAIT_MS = 200;

  /** Below it, a rule is looked at before what is local is delivered. */
  private static final String LOCAL_PRIORITY = "100";

  private static final String CUT_PRIORITY = "10";

  private final String name;
  private final RandomGenerator random;
  private final Map<Party, Place> places = new TreeMap<>();
  private final Set<Way> cuts = new HashSet<>();

  /** Bytes of probes that arrived; grows only. */
  private final Map<Way, Long> passed = new HashMap<>();

  /** The first three numbers of every address; empty until the bridge is there. */
  private String network = "";

  private boolean closed;

  /**
   * A network without anyone.
   *
   * @param directory of the cluster, inside its run's directory
   * @param random picks a free network
   */
  Namespaces(Path directory, RandomGenerator random) {
    this.name =
        NetworkNames.token(Objects.requireNonNull(directory.getParent())) + directory.getFileName();
    this.random = random;
  }

  /**
   * Why this host has no such network; tried out.
   *
   * @return empty when it has
   */
  public static Optional<String> unavailable() {
    for (String command : new String[] {"ip", "nsenter"}) {
      if (!Commands.exists(command)) {
        return Optional.of("the command " + command + " is missing (iproute2 and util-linux)");
      }
    }
    RandomGenerator random = RandomGenerator.getDefault();
    Path nowhere = Path.of("/", "probe-" + random.nextLong(Long.MAX_VALUE), "c0");
    try (Namespaces tried = new Namespaces(nowhere, random)) {
      Endpoint unused = tried.take(Party.zooKeeper(1));
      return Optional.empty();
    } catch (StartException | LabException e) {
      return Optional.of("network namespaces are not allowed here: " + e.getMessage());
    }
  }

  /**
   * An address in a party's own namespace, which is made at the first call.
   *
   * @param party a node or ZooKeeper server
   */
  synchronized Endpoint take(Party party) throws StartException {
    try {
      if (closed) {
        throw new LabException("network " + name + " is being cleared away");
      }
      Place place = places.get(party);
      place = place == null ? make(party) : place;
      places.put(party, place.withNextPort());
      return new Endpoint(place.address(), place.nextPort());
    } catch (LabException e) {
      throw new StartException(StartException.Kind.MACHINE, String.valueOf(e.getMessage()), e);
    }
  }

  private Place make(Party party) {
    if (network.isEmpty()) {
      makeBridge();
    }
    String namespace = name + "-" + party;
    String outside = name + party;
    String address = network + host(party);
    Commands.run("ip", "netns", "add", namespace);
    Commands.run(
        "ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    Commands.run("ip", "link", "set", outside, "master", name, "up");
    Commands.run("ip", "-n", namespace, "addr", "add", address + "/24", "dev", "eth0");
    Commands.run("ip", "-n", namespace, "link", "set", "eth0", "up");
    Commands.run("ip", "-n", namespace, "link", "set", "lo", "up");
    // Else what is local would be delivered before any rule of ours is looked at.
    Commands.run("ip", "-n", namespace, "rule", "add", "pref", LOCAL_PRIORITY, "lookup", "local");
    Commands.run("ip", "-n", namespace, "rule", "del", "pref", "0", "lookup", "local");
    return new Place(namespace, address, probe(namespace, address), FIRST_PORT);
  }

  private static int host(Party party) {
    String digits = party.name().replaceAll("\\D", "");
    return switch (party.kind()) {
      case NODE -> NODE_HOST + Integer.parseInt(digits);
      case ZOOKEEPER -> ZOOKEEPER_HOST + Integer.parseInt(digits);
      case CLIENT -> throw new IllegalArgumentException("clients have no namespace: " + party);
    };
  }

  private void makeBridge() {
    Commands.run("ip", "link", "add", name, "type", "bridge");
    Commands.run("ip", "link", "set", name, "up");
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int number = random.nextInt(NETWORKS_MAX);
      String candidate = NETWORKS + (NETWORKS_FIRST + number / 256) + "." + number % 256 + ".";
      if (holders(candidate) > 0) {
        continue;
      }
      Commands.run("ip", "addr", "add", candidate + "1/24", "dev", name);
      // Another lab may have taken it in between; then both look for another.
      if (holders(candidate) == 1) {
        network = candidate;
        return;
      }
      Commands.run("ip", "addr", "del", candidate + "1/24", "dev", name);
    }
    throw new LabException("no free network in 198.18.0.0/15 after " + ATTEMPTS_MAX + " tries");
  }

  private static long holders(String candidate) {
    return Commands.run("ip", "-4", "-o", "addr", "show")
        .lines()
        .filter(line -> line.contains(" " + candidate))
        .count();
  }

  /** A socket belongs to the namespace that its maker's thread was in, for good. */
  private static DatagramSocket probe(String namespace, String address) {
    return Posix.inNetwork(
        NetworkNames.PLACE.resolve(namespace),
        () -> {
          DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address, PROBE_PORT));
          socket.setSoTimeout(PROBE_WAIT_MS);
          return socket;
        });
  }

  /**
   * What a command line has to begin with to run a server where its party is.
   *
   * @param server the server's name, which is its party's
   */
  synchronized List<String> entering(String server) {
    return places.entrySet().stream()
        .filter(place -> place.getKey().name().equals(server))
        .findFirst()
        .map(place -> NetworkNames.PLACE.resolve(place.getValue().namespace()))
        .map(path -> List.of("nsenter", "--net=" + path))
        .orElseThrow(() -> new LabException("no namespace for " + server));
  }

  @Override
  public synchronized List<Party> parties() {
    return List.copyOf(places.keySet());
  }

  @Override
  public synchronized boolean joined(Party a, Party b) {
    return !a.equals(b) && places.containsKey(a) && places.containsKey(b);
  }

  @Override
  public synchronized void cutOneWay(Party from, Party to) {
    if (cuts.add(new Way(from, to))) {
      rule("add", from, to);
    }
  }

  @Override
  public synchronized void cut(Party a, Party b, CutStyle style) {
    if (style != CutStyle.SILENCE) {
      throw new LabException("a route drops packets and resets nothing; cut by silence instead");
    }
    cutOneWay(a, b);
    cutOneWay(b, a);
  }

  @Override
  public synchronized void heal(Party a, Party b) {
    for (Way way : List.of(new Way(a, b), new Way(b, a))) {
      if (cuts.remove(way)) {
        rule("del", way.from(), way.to());
      }
    }
  }

  private void rule(String verb, Party from, Party to) {
    String source = place(from).address();
    String namespace = place(to).namespace();
    Commands.run(
        "ip", "-n", namespace, "rule", verb, "pref", CUT_PRIORITY, "from", source, "blackhole");
  }

  private Place place(Party party) {
    Place place = places.get(party);
    if (place == null) {
      throw new LabException(party + " has no namespace");
    }
    return place;
  }

  /** Sends datagrams of the lab's own, and counts those that arrive. */
  @Override
  public synchronized Traffic traffic(Party from, Party to) {
    Place source = place(from);
    Place target = place(to);
    Way way = new Way(from, to);
    try {
      for (int probe = 0; probe < PROBES; probe++) {
        byte[] one = {1};
        source
            .probe()
            .send(
                new DatagramPacket(
                    one, one.length, InetAddress.getByName(target.address()), PROBE_PORT));
      }
      passed.merge(way, received(target.probe(), source.address()), Long::sum);
    } catch (IOException e) {
      throw new LabException("cannot probe from " + from + " to " + to + ": " + e, e);
    }
    return new Traffic(!cuts.contains(way), passed.getOrDefault(way, 0L), 0);
  }

  private static long received(DatagramSocket socket, String source) throws IOException {
    long received = 0;
    DatagramPacket packet = new DatagramPacket(new byte[8], 8);
    while (received < PROBES) {
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException silence) {
        break;
      }
      if (packet.getAddress().getHostAddress().equals(source)) {
        received++;
      }
    }
    return received;
  }

  /** The servers have no other way to each other. */
  @Override
  public boolean used() {
    return true;
  }

  /** Deletes all; no server may run any more. */
  @Override
  public synchronized void close() {
    closed = true;
    places.values().forEach(place -> place.probe().close());
    places.clear();
    NetworkNames.deleteCluster(name);
  }

  /**
   * Where a party is.
   *
   * @param namespace its namespace
   * @param address its address there
   * @param probe the lab's own socket at it
   * @param nextPort the first port that was not given away
   */
  private record Place(String namespace, String address, DatagramSocket probe, int nextPort) {
    Place withNextPort() {
      return new Place(namespace, address, probe, nextPort + 1);
    }
  }

  /** One way between two parties. */
  private record Way(Party from, Party to) {}
}
