package io.rvi.raft.node;

/** What began a chain of exceptions: Ratis wraps the fault of a disk in what it was doing then. */
final class RootCause {
  private RootCause() {}

  /** The last exception of a chain. */
  static Throwable of(Throwable failure) {
    Throwable root = failure;
    for (Throwable next = root.getCause(); next != null; next = root.getCause()) {
      root = next;
    }
    return root;
  }
}
