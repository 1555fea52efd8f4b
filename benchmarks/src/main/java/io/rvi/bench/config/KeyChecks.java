package io.rvi.bench.config;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.link.Delay;
import io.rvi.spi.Endpoint;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Settings;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** What is wrong with the value of a run key, in words; empty when nothing is. */
final class KeyChecks {
  private KeyChecks() {}

  static String complainOfCounts(List<Integer> counts) {
    if (counts.stream().anyMatch(count -> count < 1 || count > ClusterSpec.NODES_MAX)) {
      return "must be 1 to " + ClusterSpec.NODES_MAX;
    }
    return complainOfList(counts);
  }

  static String complainOfList(List<?> values) {
    if (values.stream().anyMatch(value -> value.toString().isBlank())) {
      return "has an empty entry";
    }
    return new HashSet<>(values).size() < values.size() ? "names a value twice" : "";
  }

  static String complainOfDelay(String text) {
    try {
      return Delay.parse(text) instanceof Delay.Recorded
          ? "takes no recorded delays: a bundle is to be checked without that file"
          : "";
    } catch (IllegalArgumentException e) {
      return "is no delay: " + e.getMessage();
    }
  }

  static String complainOfAllowed(List<String> items) {
    List<String> known =
        Arrays.stream(ParityItem.values())
            .filter(item -> !item.isInherent())
            .map(ParityItem::key)
            .toList();
    return items.stream()
        .map(String::strip)
        .filter(item -> !known.contains(item) && !items.equals(List.of(RunKeys.NOTHING)))
        .findFirst()
        .map(item -> "no item \"" + item + "\"" + Settings.suggestion(item, known))
        .orElseGet(() -> complainOfList(items));
  }

  static String complainOfMinInSync(List<String> values) {
    boolean areKnown =
        values.equals(List.of(RunKeys.AS_SET))
            || values.stream()
                .allMatch(text -> text.equals(ExperimentChoice.MAJORITY) || text.matches("[1-9]"));
    return areKnown ? complainOfList(values) : "must be numbers from 1 to 9, majority, or as-set";
  }

  static String complainOfZooKeeper(String text) {
    if (text.equals(RunKeys.OWN_ZOOKEEPER)) {
      return "";
    }
    try {
      Arrays.stream(text.split(",", -1)).map(String::strip).forEach(Endpoint::parse);
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage() + "; or " + RunKeys.OWN_ZOOKEEPER;
    }
  }
}
