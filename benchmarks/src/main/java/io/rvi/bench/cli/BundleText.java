package io.rvi.bench.cli;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.ResultId;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A bundle in one line, or as JSON. */
final class BundleText {
  private BundleText() {}

  static String line(Bundle bundle) {
    String standing = bundle.isComplete() ? bundle.validity().toString() : "INCOMPLETE";
    return bundle.id() + "  " + key(bundle) + "  " + standing;
  }

  /** {@code rvi:} and the digits that result ids hold; dots where the run did not end. */
  static String key(Bundle bundle) {
    return "rvi:"
        + bundle
            .digest()
            .map(digest -> digest.substring(0, ResultId.HEX_DIGITS))
            .orElse(".".repeat(ResultId.HEX_DIGITS));
  }

  static void describe(Bundle bundle, ObjectNode node) throws BundleException {
    node.put("id", bundle.id());
    node.put("complete", bundle.isComplete());
    node.put("validity", bundle.validity().name());
    ArrayNode reasons = node.putArray("reasons");
    bundle.reasons().forEach(reasons::add);
    bundle.digest().ifPresentOrElse(d -> node.put("digest", d), () -> node.putNull("digest"));
    bundle.started().ifPresentOrElse(s -> node.put("started", s), () -> node.putNull("started"));
  }
}
