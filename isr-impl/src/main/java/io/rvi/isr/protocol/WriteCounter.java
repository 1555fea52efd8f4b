package io.rvi.isr.protocol;

/** Signs the writes of a controller: each has a number of its own over all terms of one process. */
final class WriteCounter {
  private long epoch;
  private long last;

  /** Begins a term of office. */
  void begin(long controllerEpoch) {
    epoch = controllerEpoch;
  }

  long epoch() {
    return epoch;
  }

  /** The signature of the next write; its number identifies the answer. */
  Nonce next() {
    return new Nonce("c" + epoch, ++last);
  }
}
