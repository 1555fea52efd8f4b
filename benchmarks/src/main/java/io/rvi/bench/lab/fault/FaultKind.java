package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.link.CutStyle;
import io.rvi.bench.lab.link.Delay;
import io.rvi.bench.lab.link.LinkShape;
import io.rvi.spi.SettingException;
import io.rvi.spi.SettingType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every kind of fault, with its parameters and how it is made. */
@SuppressWarnings("ImmutableEnumChecker") // Set.of and the makers are immutable, if not by type.
public enum FaultKind {
  /** Nothing. */
  NONE("none", Set.of(), parameters -> new NoFault()),
  /** SIGKILL. */
  KILL("kill", Set.of(Names.AIM), p -> new NodeFault(false, aim(p))),
  /** An orderly stop. */
  STOP("stop", Set.of(Names.AIM), p -> new NodeFault(true, aim(p))),
  /** SIGSTOP and SIGCONT. */
  PAUSE("pause", Set.of(Names.AIM), p -> new PauseFault(aim(p))),
  /** All links between two sides. */
  CUT("cut", Names.SIDES, p -> partition(PartitionFault.Shape.CUT, p)),
  /** All links from one side to the other. */
  CUT_ONE_WAY(
      "cut-one-way",
      Set.of(Names.AIM, Names.TO),
      p -> partition(PartitionFault.Shape.CUT_ONE_WAY, p)),
  /** All links of some nodes. */
  ISOLATE(
      "isolate", Set.of(Names.AIM, Names.STYLE), p -> partition(PartitionFault.Shape.ISOLATE, p)),
  /** All links between nodes that are not neighbours in a ring. */
  RING("ring", Set.of(Names.STYLE), p -> partition(PartitionFault.Shape.RING, p)),
  /** All links between two halves but for one node. */
  BRIDGE("bridge", Set.of(Names.STYLE), p -> partition(PartitionFault.Shape.BRIDGE, p)),
  /** Delayed or limited links of some nodes. */
  SLOW_LINK(
      "slow-link",
      Set.of(Names.AIM, Names.DELAY, Names.BANDWIDTH),
      p -> new SlowLinkFault(aim(p), shape(p))),
  /** A disk that waits. */
  DISK_STALL("disk-stall", Set.of(Names.AIM), p -> new DiskFault(DiskFault.Kind.STALL, aim(p))),
  /** A disk that fails. */
  DISK_ERROR("disk-error", Set.of(Names.AIM), p -> new DiskFault(DiskFault.Kind.ERROR, aim(p))),
  /** A disk without space. */
  DISK_FULL("disk-full", Set.of(Names.AIM), p -> new DiskFault(DiskFault.Kind.FULL, aim(p))),
  /** Unsynced bytes gone. */
  POWER_LOSS(
      "power-loss", Set.of(Names.AIM), p -> new DiskFault(DiskFault.Kind.POWER_LOSS, aim(p))),
  /** A stopped node's directory emptied. */
  WIPE("wipe", Set.of(Names.AIM), p -> new DataFault(DataFault.Kind.WIPE, aim(p))),
  /** A bit of a stopped node's file flipped. */
  BIT_FLIP("bit-flip", Set.of(Names.AIM), p -> new DataFault(DataFault.Kind.BIT_FLIP, aim(p))),
  /** A stopped node's file cut short. */
  TRUNCATE("truncate", Set.of(Names.AIM), p -> new DataFault(DataFault.Kind.TRUNCATE, aim(p))),
  /** A ZooKeeper server killed. */
  ZOOKEEPER_LOSS("zookeeper-loss", Set.of(), p -> new ZooKeeperFault(false)),
  /** ZooKeeper's quorum killed. */
  ZOOKEEPER_QUORUM_LOSS("zookeeper-quorum-loss", Set.of(), p -> new ZooKeeperFault(true)),
  /** A node's ZooKeeper session expired. */
  SESSION_EXPIRY("session-expiry", Set.of(Names.AIM), p -> new SessionExpiryFault(aim(p))),
  /** A node's clock stepped. */
  CLOCK_STEP("clock-step", Set.of(), p -> new ClockStepFault());

  private final String text;
  private final Set<String> names;
  private final Function<Map<String, String>, Fault> maker;

  FaultKind(String text, Set<String> names, Function<Map<String, String>, Fault> maker) {
    this.text = text;
    this.names = names;
    this.maker = maker;
  }

  /** Its name in configuration. */
  public String text() {
    return text;
  }

  /** The parameters it takes, in alphabetical order. */
  public Set<String> parameterNames() {
    return new TreeSet<>(names);
  }

  /** Whether it hurts a disk, which then has to be a volume of its own. */
  boolean needsVolume() {
    return switch (this) {
      case DISK_STALL, DISK_ERROR, DISK_FULL, POWER_LOSS -> true;
      default -> false;
    };
  }

  /**
   * Makes a fault.
   *
   * @param parameters text by name; those left out have their defaults
   * @throws IllegalArgumentException with the bad text and what is expected
   */
  Fault make(Map<String, String> parameters) {
    return maker.apply(parameters);
  }

  /**
   * The kind of a name.
   *
   * @param text the name
   */
  static Optional<FaultKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
  }

  /** All names. */
  static List<String> texts() {
    return Arrays.stream(values()).map(FaultKind::text).toList();
  }

  /**
   * The fault that a spec means.
   *
   * @param spec the spec
   * @throws IllegalArgumentException when it means none
   */
  public static Fault fault(FaultSpec spec) {
    return of(spec.kind())
        .orElseThrow(() -> new IllegalArgumentException("no fault " + spec.kind()))
        .make(spec.parameters());
  }

  /**
   * Why a cluster cannot suffer a fault.
   *
   * @param key of the fault in configuration
   * @param spec the fault
   * @param cluster the cluster
   * @return naming the key at fault; empty when it can
   */
  static Optional<SettingException> unavailable(String key, FaultSpec spec, ClusterSpec cluster) {
    Optional<SettingException> fault =
        fault(spec)
            .unavailable(cluster)
            .map(why -> new SettingException(key + ".fault", spec.toText() + ": " + why));
    return fault.or(
        () ->
            Stream.of(Names.AIM, Names.TO)
                .filter(spec.parameters()::containsKey)
                .flatMap(
                    name ->
                        Aim.parse(spec.parameters().getOrDefault(name, ""))
                            .unavailable(cluster)
                            .map(why -> new SettingException(key + "." + name, why))
                            .stream())
                .findFirst());
  }

  private static Aim aim(Map<String, String> parameters) {
    return Aim.parse(parameters.getOrDefault(Names.AIM, "leader"));
  }

  private static Fault partition(PartitionFault.Shape shape, Map<String, String> parameters) {
    return new PartitionFault(
        shape,
        aim(parameters),
        Aim.parse(parameters.getOrDefault(Names.TO, "all")),
        SettingType.oneOf(CutStyle.class).parse(parameters.getOrDefault(Names.STYLE, "silence")));
  }

  private static LinkShape shape(Map<String, String> parameters) {
    String bandwidth = parameters.get(Names.BANDWIDTH);
    Delay delay =
        Delay.parse(parameters.getOrDefault(Names.DELAY, bandwidth == null ? "50ms" : "0ms"));
    return new LinkShape(delay, bandwidth == null ? 0 : SettingType.BYTES.parse(bandwidth));
  }

  /** The names of parameters. */
  private static final class Names {
    static final String AIM = "aim";
    static final String TO = "to";
    static final String STYLE = "style";
    static final String DELAY = "delay";
    static final String BANDWIDTH = "bandwidth";
    static final Set<String> SIDES = Set.of(AIM, TO, STYLE);
  }
}
