package io.rvi.bench.lab.fault;

import io.rvi.bench.lab.ClusterSpec;
import java.util.Optional;

/** A kind of harm, aimed but not done yet. Immutable: it can be injected again and again. */
public interface Fault {
  /** Its name, as configuration has it. */
  String name();

  /**
   * Why it cannot be injected into a cluster; told from the cluster's spec, so before it starts.
   *
   * @param spec the cluster
   * @return empty when it can, else what is missing
   */
  Optional<String> unavailable(ClusterSpec spec);

  /**
   * Does the harm and returns when it is done.
   *
   * @param scene where
   * @throws io.rvi.bench.lab.LabException when it cannot be done now: nobody to aim at, or the host
   *     refuses; nothing stays hurt then
   */
  Injected inject(Scene scene);
}
