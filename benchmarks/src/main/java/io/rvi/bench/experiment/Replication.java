package io.rvi.bench.experiment;

import java.util.Locale;

/** Whom a leader waits for before it acknowledges: what theory needs to know of a cell. */
public enum Replication {
  /** For every member of the in-sync set. */
  IN_SYNC_SET,
  /** For a majority of the replicas. */
  MAJORITY;

  /** The in-memory backend replicates either way, by this setting. */
  private static final String MEMORY_KEY = "memory.replication";

  /**
   * Of a cell. Theory is about protocols, and the names of the backends that have them are all that
   * is known of them here; a name that is not known is taken for a majority.
   *
   * @param cell the cell
   */
  public static Replication of(Cell cell) {
    String name = cell.backend().toLowerCase(Locale.ROOT);
    boolean inSync =
        name.equals("isr")
            || cell.settings().getOrDefault(MEMORY_KEY, "majority").equals("in-sync");
    return inSync ? IN_SYNC_SET : MAJORITY;
  }
}
