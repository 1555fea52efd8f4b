package io.rvi.isr.wire;

/**
 * Bytes from a socket that are not what they should be; the connection they came from is closed.
 */
final class WireFormatException extends Exception {
  WireFormatException(String message) {
    super(message, null, false, false);
  }
}
