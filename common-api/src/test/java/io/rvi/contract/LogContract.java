package io.rvi.contract;

import org.junit.jupiter.api.Nested;

/**
 * The contract of a replicated log. A backend extends this class once for each topology and gives
 * {@link #clusters}; each part is a nested class.
 */
public abstract class LogContract {
  /** Makes the clusters that the cases run on. */
  protected abstract ContractClusters clusters();

  @Nested
  final class Appends extends AppendContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }
}
