package io.rvi.spi;

/** What a backend may be able to do; the contract suite tests what is declared, no more. */
public enum Capability {
  /** Reads at {@link io.rvi.api.Consistency#LINEARIZABLE}; else they fail as unsupported. */
  LINEARIZABLE_READS,
  /** Retries inside a client never store a record twice, also across changes of leader. */
  IDEMPOTENT_APPENDS,
  /** Data survives a restart of every node at once. */
  DURABLE,
  /** {@link LogBackend#readOffline}. */
  OFFLINE_READING,
  /**
   * {@link io.rvi.api.LogClient#reassign} and {@link io.rvi.api.LogClient#transferLeadership}; else
   * they fail as unsupported.
   */
  REASSIGNMENT
}
