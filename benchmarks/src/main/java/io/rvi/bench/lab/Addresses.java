package io.rvi.bench.lab;

import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;

/** Where servers find addresses to listen at. */
@FunctionalInterface
interface Addresses {
  /**
   * An address that nobody listens at.
   *
   * @param party who will
   * @throws StartException when there is none
   */
  Endpoint take(Party party) throws StartException;
}
