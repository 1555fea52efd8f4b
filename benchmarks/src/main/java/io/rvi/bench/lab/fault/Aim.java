package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.spi.Service;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whom a fault is aimed at. Roles are looked up when the fault is injected.
 *
 * @param role what they are
 * @param number for {@link Role#NODE} the node's number, else how many
 */
public record Aim(Role role, int number) {
  private static final Pattern FORM = Pattern.compile("([a-z]+)(?:\\((\\d{1,3})\\))?");
  private static final Pattern NODE = Pattern.compile("n(\\d{1,3})");

  /** What a node can be. */
  public enum Role {
    /** The node of a number. */
    NODE,
    /** The leader of the partition. */
    LEADER,
    /** Some nodes that run and do not lead it. */
    FOLLOWER,
    /** The controller, of a backend that has one. */
    CONTROLLER,
    /** Some nodes that run. */
    ANY,
    /** All nodes that run. */
    ALL
  }

  /** Checks the range. */
  public Aim {
    if (number < 1) {
      throw new IllegalArgumentException("an aim is at 1 node or more, not " + number);
    }
  }

  /**
   * Reads an aim: {@code n2}, {@code leader}, {@code controller}, {@code all}, {@code follower},
   * {@code follower(2)}, {@code any}, {@code any(2)}.
   *
   * @param text the text
   * @throws IllegalArgumentException with the text and what is expected
   */
  public static Aim parse(String text) {
    Matcher node = NODE.matcher(text);
    if (node.matches()) {
      return new Aim(Role.NODE, Integer.parseInt(node.group(1)));
    }
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      for (Role role : Role.values()) {
        boolean counted = role == Role.FOLLOWER || role == Role.ANY;
        boolean named = form.group(1).equals(role.name().toLowerCase(Locale.ROOT));
        if (named && role != Role.NODE && (counted || form.group(2) == null)) {
          return new Aim(role, form.group(2) == null ? 1 : Integer.parseInt(form.group(2)));
        }
      }
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is no aim; known: n1, leader, follower, follower(2), controller, any, any(2),"
            + " all");
  }

  /**
   * Why nobody of a cluster is meant.
   *
   * @param spec the cluster
   * @return empty when somebody is, at least while all nodes run
   */
  Optional<String> unavailable(ClusterSpec spec) {
    int candidates =
        switch (role) {
          case FOLLOWER -> spec.nodes() - 1;
          case NODE, ANY -> spec.nodes();
          case LEADER, ALL, CONTROLLER -> number;
        };
    if (number > candidates) {
      return Optional.of(this + " is more than a cluster of " + spec.nodes() + " has");
    }
    return role == Role.CONTROLLER
            && !Lab.backend(spec.backend()).services().contains(Service.ZOOKEEPER)
        ? Optional.of("backend " + spec.backend() + " has no controller")
        : Optional.empty();
  }

  /**
   * Who that is now.
   *
   * @param scene where
   * @return at least one node, the running ones only
   * @throws io.rvi.bench.lab.LabException when there is nobody to aim at
   */
  List<NodeId> resolve(Scene scene) {
    return switch (role) {
      case NODE -> List.of(new NodeId(number));
      case LEADER -> List.of(scene.leader());
      case CONTROLLER -> List.of(scene.controller());
      case ALL -> scene.pick(scene.running(), scene.running().size());
      case ANY -> scene.pick(scene.running(), number);
      case FOLLOWER -> {
        NodeId leader = scene.leader();
        yield scene.pick(
            scene.running().stream().filter(running -> !running.equals(leader)).toList(), number);
      }
    };
  }

  @Override
  public String toString() {
    if (role == Role.NODE) {
      return "n" + number;
    }
    String name = role.name().toLowerCase(Locale.ROOT);
    return number == 1 ? name : name + "(" + number + ")";
  }
}
