package io.rvi.bench.lab.link;

/** How a link is cut. */
public enum CutStyle {
  /**
   * As a network that loses every packet: connections stay open and hear nothing; what is under way
   * arrives after the heal, as TCP would send it again.
   */
  SILENCE,
  /** As a host whose process is gone: connections are reset and new ones refused. */
  RESET
}
