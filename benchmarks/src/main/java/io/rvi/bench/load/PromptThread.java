package io.rvi.bench.load;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the calling thread woken as exactly as the kernel can without spinning. Linux wakes an
 * ordinary sleeping thread up to 50 microseconds late (prctl(2), PR_SET_TIMERSLACK), and lets it
 * wait for a processor behind the nodes that share the machine; a sender on a machine of its own
 * would not wait for them. So it asks for the least slack and for the lowest real-time priority
 * (sched_setscheduler(2), SCHED_FIFO), which takes a processor at once and holds it no longer than
 * the thread has something to do. Where that is not allowed or not known, the thread stays as it
 * is, and the lateness of each operation says what that costs.
 */
final class PromptThread implements LoadClock.Promptness {
  private static final Logger LOG = LoggerFactory.getLogger(PromptThread.class);
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int CALLING_THREAD = 0;
  private static final int SCHED_OTHER = 0;

  /** Threads that a client starts from an append must not inherit the priority. */
  private static final int SCHED_RESET_ON_FORK = 0x40000000;

  private static final int SCHED_FIFO = 1;
  private static final int LOWEST = 1;

  private final boolean realTime;

  private PromptThread(boolean realTime) {
    this.realTime = realTime;
  }

  /** Asks for it, for the calling thread, until that closes what is returned. */
  static PromptThread enter() {
    if (!Platform.isLinux()) {
      return new PromptThread(false);
    }
    try {
      Function prctl = NativeLibrary.getInstance("c").getFunction("prctl");
      prctl.invokeInt(new Object[] {PR_SET_TIMERSLACK, 1L, 0L, 0L, 0L});
      return new PromptThread(schedule(SCHED_FIFO | SCHED_RESET_ON_FORK, LOWEST));
    } catch (UnsatisfiedLinkError e) {
      LOG.info("the sender is an ordinary thread: {}", e.getMessage());
      return new PromptThread(false);
    }
  }

  /** Whether the system has done it. */
  private static boolean schedule(int policy, int priority) {
    Function call = NativeLibrary.getInstance("c").getFunction("sched_setscheduler");
    return call.invokeInt(new Object[] {CALLING_THREAD, policy, new int[] {priority}}) == 0;
  }

  @Override
  public boolean realTime() {
    return realTime;
  }

  @Override
  public void close() {
    // With the flag that cannot be taken back; it says nothing of an ordinary thread's children.
    if (realTime && !schedule(SCHED_OTHER | SCHED_RESET_ON_FORK, 0)) {
      LOG.warn("the sender's thread keeps its real-time priority");
    }
  }
}
