package io.rvi.bench.lab;

import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line that a server process prints on its standard output, as JSON. It prints {@code ready} or
 * {@code error} once, then one {@code status} for each line {@value #ASK_STATUS} that it reads.
 *
 * @param event {@code ready}, {@code error} or {@code status}
 * @param kind for an error its {@link StartException.Kind}, for a status its {@link
 *     NodeStatus.State}; else empty
 * @param text the error's message or the status's detail; else empty
 */
record ServerLine(String event, String kind, String text) {
  static final String ASK_STATUS = "status";
  static final String READY = "ready";
  static final String ERROR = "error";
  static final String STATUS = "status";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  static ServerLine ready() {
    return new ServerLine(READY, "", "");
  }

  static ServerLine error(StartException.Kind kind, String message) {
    return new ServerLine(ERROR, kind.name(), message);
  }

  static ServerLine status(NodeStatus status) {
    return new ServerLine(STATUS, status.state().name(), status.detail());
  }

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /**
   * Reads a line.
   *
   * @param line the line
   * @throws IllegalArgumentException when it is none of ours
   */
  static ServerLine parse(String line) {
    try {
      return JSON.readValue(line, ServerLine.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not a line of a server process: " + line, e);
    }
  }

  StartException toException(String server) {
    return new StartException(StartException.Kind.valueOf(kind), server + ": " + text, null);
  }

  NodeStatus toStatus() {
    return new NodeStatus(NodeStatus.State.valueOf(kind), text);
  }
}
