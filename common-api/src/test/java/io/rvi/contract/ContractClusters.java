package io.rvi.contract;

import io.rvi.spi.LogBackend;
import io.rvi.spi.StartException;
import java.util.Map;

/** Makes clusters of one backend in one topology; what a backend gives to the suite. */
public interface ContractClusters {
  /** The backend, for what it declares of itself. */
  LogBackend backend();

  /**
   * Starts a cluster on fresh directories and returns when each node serves requests.
   *
   * @param nodes how many, 1 or more; their ids are 1, 2, ...
   * @param overrides settings by key, on top of the maker's own
   * @throws StartException when a node can't start; nothing of the cluster is left running
   */
  ContractCluster create(int nodes, Map<String, String> overrides) throws StartException;
}
