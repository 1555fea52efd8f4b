package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import java.util.Optional;

/** Does nothing: what a trial looks like without a fault, with all else the same. */
record NoFault() implements Fault {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    return new Injected() {
      @Override
      public String what() {
        return "none";
      }

      @Override
      public Proof landed() {
        return new Proof(true, "there is nothing to land");
      }

      @Override
      public void heal() {}
    };
  }
}
