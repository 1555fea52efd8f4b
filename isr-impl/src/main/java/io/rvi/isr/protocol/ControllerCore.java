package io.rvi.isr.protocol;

import java.util.List;

/**
 * The controller of a cluster: elects leaders, assigns replicas, moves them. Every node has one; it
 * acts between {@link ControllerEvent.Won} and {@link ControllerEvent.Lost} only. Pure: what it
 * does is a function of its state, an event and the time.
 */
public final class ControllerCore {
  /**
   * A controller out of office.
   *
   * @param config its configuration
   */
  public ControllerCore(ControllerConfig config) {}

  /**
   * Takes an event.
   *
   * @param event the event
   * @param nowMs the time on a monotonic clock
   * @param out takes what must be done, in order
   */
  public void handle(ControllerEvent event, long nowMs, List<ControllerEffect> out) {}
}
