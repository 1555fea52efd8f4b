package io.rvi.bench.lab.fault;

/** Every fault against backend raft. */
final class RaftFaultsTest extends BackendFaults {
  RaftFaultsTest() {
    super("raft");
  }
}
