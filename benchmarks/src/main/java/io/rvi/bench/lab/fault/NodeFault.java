package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import java.util.Optional;

/**
 * Takes whole nodes down.
 *
 * @param orderly whether they may say goodbye: an orderly stop, else SIGKILL
 * @param aim whom
 */
record NodeFault(boolean orderly, Aim aim) implements Fault {
  @Override
  public String name() {
    return orderly ? "stop" : "kill";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    return orderly
        ? Downed.stop(name(), scene.cluster(), aim.resolve(scene))
        : Downed.kill(name(), scene.cluster(), aim.resolve(scene));
  }
}
