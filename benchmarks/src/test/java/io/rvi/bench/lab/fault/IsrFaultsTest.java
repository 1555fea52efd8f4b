package io.rvi.bench.lab.fault;

/** Every fault against backend isr. */
final class IsrFaultsTest extends BackendFaults {
  IsrFaultsTest() {
    super("isr");
  }
}
