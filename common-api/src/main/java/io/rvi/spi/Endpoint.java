package io.rvi.spi;

/**
 * A TCP address.
 *
 * @param host a name or literal address
 * @param port 1 to 65535
 */
public record Endpoint(String host, int port) {
  /** Checks the ranges. */
  public Endpoint {
    if (host.isBlank()) {
      throw new IllegalArgumentException("an endpoint needs a host, as in 127.0.0.1:9000");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port is 1 to 65535, not " + port + " (" + host + ")");
    }
  }

  /**
   * Parses {@code host:port}.
   *
   * @param text the text
   * @throws IllegalArgumentException naming the text when it is not of that form
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new Endpoint(
          text.substring(0, Math.max(colon, 0)), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected host:port, not \"" + text + "\"", e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
