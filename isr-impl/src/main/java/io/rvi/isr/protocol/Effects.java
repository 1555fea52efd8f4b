package io.rvi.isr.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one turn of a replica asks for, in the order in which it must be done. Made once and reused:
 * the shell clears it before each turn.
 *
 * <ol>
 *   <li>{@link #persist()}, each in order and BEFORE anything is sent: what is sent may speak of
 *       it. Writes are done when this step is; fsyncs have only been asked for.
 *   <li>{@link #send()}, each in order, AFTER all of step 1. When anything in step 1 fails, none of
 *       it may be sent.
 *   <li>{@link #acknowledge()}, each in order, AFTER all of step 2. When anything in step 1 failed,
 *       each is answered as a failure of storage instead.
 * </ol>
 *
 * <p>After a failure in step 1 the shell's next event to that replica is {@link
 * ReplicaEvent.IoFailed}.
 */
public final class Effects {
  private final List<ReplicaEffect.Persist> persist = new ArrayList<>();
  private final List<ReplicaEffect.Send> send = new ArrayList<>();
  private final List<ReplicaEffect.Acknowledge> acknowledge = new ArrayList<>();

  /** Step 1; a view that changes with the next turn. */
  public List<ReplicaEffect.Persist> persist() {
    return Collections.unmodifiableList(persist);
  }

  /** Step 2; a view that changes with the next turn. */
  public List<ReplicaEffect.Send> send() {
    return Collections.unmodifiableList(send);
  }

  /** Step 3; a view that changes with the next turn. */
  public List<ReplicaEffect.Acknowledge> acknowledge() {
    return Collections.unmodifiableList(acknowledge);
  }

  /** Whether the turn asks for nothing. */
  public boolean isEmpty() {
    return persist.isEmpty() && send.isEmpty() && acknowledge.isEmpty();
  }

  /** Makes room for the next turn. */
  public void clear() {
    persist.clear();
    send.clear();
    acknowledge.clear();
  }

  void add(ReplicaEffect.Persist effect) {
    persist.add(effect);
  }

  void add(ReplicaEffect.Send effect) {
    send.add(effect);
  }

  void add(ReplicaEffect.Acknowledge effect) {
    acknowledge.add(effect);
  }
}
