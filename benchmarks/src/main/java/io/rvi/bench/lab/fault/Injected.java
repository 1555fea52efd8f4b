package io.rvi.bench.lab.fault;

import io.rvi.spi.StartException;

/** A harm that was done and not healed yet. */
public interface Injected {
  /** What was done to whom, such as {@code kill n2}. */
  String what();

  /**
   * Looks whether the harm is real, and has been since it was done. Asked once, just before the
   * heal.
   */
  Proof landed();

  /**
   * Undoes it. A node that was taken down runs again afterwards; it may not have caught up yet.
   *
   * @throws StartException when a server does not start again
   */
  void heal() throws StartException;
}
